"""Pictures of the demo shop: composed as vector drawings, developed like photographs."""
