"""The rules of Kierki: pure functions over frozen values, no I/O, clock or randomness."""
