"""The pages of docs/ are run as they stand."""
