"""How much one client may ask for: budgets over time, and streams at once."""
