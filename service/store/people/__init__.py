"""Accounts and all that belongs to them, beside the matches: tokens, bots, offers, the audit."""
