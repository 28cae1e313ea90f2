"""Bots in processes of their own: what such a process may do, how it is started, and how the dealer talks to it."""
