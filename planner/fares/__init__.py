"""Dated fare tables and the price of tickets."""
