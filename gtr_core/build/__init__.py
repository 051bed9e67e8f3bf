"""The steps of a build as plain functions, and the whole of it."""
