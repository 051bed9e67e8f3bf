"""The rules of reading, each a function from reading to reading."""
