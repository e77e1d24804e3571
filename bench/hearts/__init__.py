"""A lab for Hearts in C++: see README.md."""
