"""Traces: how the parts of a request and of a job hang together, for whoever collects them."""
