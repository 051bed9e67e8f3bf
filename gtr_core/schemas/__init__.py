"""The JSON schemas of the forms that other programs rely on."""
