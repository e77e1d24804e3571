"""The REST transport: routes, readers and answers made from the operation table."""
