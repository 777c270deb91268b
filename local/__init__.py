"""The local API: template.yaml served on a laptop as API Gateway, Lambda and DynamoDB would serve it."""
