"""The table's socket: messages in, one service call, an answer; no rules and no rows."""
