"""What Hypothesis draws in tests of more than one folder."""

from typing import Any

from hypothesis import strategies as st


def seeds() -> st.SearchStrategy[bytes]:
    """Seeds of matches."""
    return st.binary(min_size=32, max_size=32)


def watching_seats(seat_count: int = 6) -> st.SearchStrategy[int | None]:
    """A seat, or None for a watcher."""
    return st.sampled_from([None, *range(seat_count)])


def json_values() -> st.SearchStrategy[Any]:
    """Any small JSON value."""
    return st.recursive(
        st.none() | st.booleans() | st.integers(-3, 200) | st.floats(allow_nan=False) | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=4,
    )
