"""The HTTP API: each call parses, asks one service or selector, and answers. docs/api.md describes it for programs."""
