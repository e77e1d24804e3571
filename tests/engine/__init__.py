"""Tests of the rules, module by module, and of whole matches."""
