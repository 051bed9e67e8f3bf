{{ gtr.profile_relation(ref('offers'), sample_percent=100, personal_columns=['Price']) }}
