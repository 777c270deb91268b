"""Ports filled in: DynamoDB, SSM, the operating system."""
