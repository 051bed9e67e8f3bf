"""The `gtr` command: one module a command, imported when it is called."""
