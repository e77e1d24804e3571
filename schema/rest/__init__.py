"""The REST transport's contract: its operations, their models, the document made from both."""
