"""Pages and discovery documents."""
