"""Wire models as JSON Schema (draft 2020-12), wherever the contract is shown to a machine."""

from __future__ import annotations

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema


class ContractSchema(GenerateJsonSchema):
    """Shows an optional member as one that may be left out, never as one that is null by default.

    Clients that fill in every member of a schema send nulls otherwise, and some refuse ``default: null`` altogether.
    """

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Give the schema of a member with a default."""
        inner = schema["schema"]
        if schema.get("default", ...) is None and inner["type"] == "nullable":
            return self.generate_inner(inner["schema"])
        return super().default_schema(schema)
