"""The published model and its transports' shapes: types, codes, ports, contract."""
