"""A second scorer, written against the published rule data and the rule book alone."""
