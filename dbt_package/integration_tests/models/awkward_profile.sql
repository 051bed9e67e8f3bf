{{ gtr.profile_relation(ref('awkward_names')) }}
