"""Plain Python twins of the native algorithms, written for reading."""
