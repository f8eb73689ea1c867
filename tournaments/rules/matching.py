"""Pairs of a field at the least cost: a perfect matching of minimum weight (Edmonds, 1965; from networkx)."""

from collections.abc import Callable, Iterable

REACHES = (10, 30)
"""How many others up and down the order are looked at first: pairs are near, and with all of them it takes long."""
Pair = tuple[int, int]
Cost = Callable[[int, int], int]


def match_pairs(count: int, *, cost: Cost, bad: int, joker: int | None = None) -> list[Pair]:
    """Return members 0 to count - 1 in pairs, each the lower first, so that the sum of costs is least.

    Args:
        count: an even number.
        cost: what a pair costs, zero or more.
        bad: a cost from which on a pair is to be avoided whatever the others cost; all pairs are looked at before
            one such is taken.
        joker: a member that may be paired with anybody, such as the bye.
    """
    for reach in REACHES:
        near = (
            (one, other)
            for one in range(count)
            for other in range(one + 1, count)
            if (other - one <= reach or joker in {one, other}) and cost(one, other) < bad
        )
        pairs = _match(near, cost=cost)
        if 2 * len(pairs) == count:
            return pairs
    return _match(((one, other) for one in range(count) for other in range(one + 1, count)), cost=cost)


def _match(edges: Iterable[Pair], *, cost: Cost) -> list[Pair]:
    """Return the cheapest among the largest matchings of the edges."""
    # Loading networkx takes a second: only who pairs should pay it.
    import networkx as nx

    graph = nx.Graph()
    costs = {edge: cost(*edge) for edge in edges}
    ceiling = max(costs.values(), default=0) + 1
    graph.add_weighted_edges_from((one, other, ceiling - value) for (one, other), value in costs.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matching)
