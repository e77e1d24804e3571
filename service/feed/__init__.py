"""Live logs: one hub per process serves every viewer of a match."""
