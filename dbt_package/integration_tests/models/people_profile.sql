{{ gtr.profile_relation(ref('people')) }}
