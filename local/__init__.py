"""The local API: the template's routes on loopback, with real runtime clients and an embedded DynamoDB."""
