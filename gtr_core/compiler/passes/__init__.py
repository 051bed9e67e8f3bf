"""The passes of the compiler, each a function from plan to plan."""
