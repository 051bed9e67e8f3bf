{{ gtr.profile_relation(ref('offers')) }}
