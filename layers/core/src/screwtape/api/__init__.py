"""The wire: models, the contract table, strict HTTP."""
