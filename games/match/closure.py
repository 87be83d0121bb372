"""What all writers of a log knew, worked out at once: for logs whose events name others that came later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.causality import Causality, parse_after

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def causality_of(events: Sequence[dict[str, Any]]) -> Causality:
    """The same as if each event had been added, in time that grows with their number."""
    found = Causality()
    found.ids = [event["id"] for event in events]
    found.places = {id: place for place, id in enumerate(found.ids)}
    count = len(events)
    edges: list[list[int]] = [[] for _event in events]  # from each event to those that it names
    prefix, begin = None, 0  # a node for all before the last event that knew all before it
    for place, event in enumerate(events):
        names = parse_after(event.get("after"))
        if names is None:
            found.knew_all |= 1 << place
            edges.append(list(range(begin, place)) + ([] if prefix is None else [prefix]))
            prefix, begin = len(edges) - 1, place
            edges[place] = [prefix]
        for name in names or []:
            known = found.places.get(name)
            if known is None:
                found.missing.setdefault(name, []).append(place)
            elif known != place:
                edges[place].append(known)
                if known < place:
                    found.namers.setdefault(known, []).append(place)
                    found.named_later |= 1 << known
    found.added = [0] * count
    found.knew = [reached & ~(1 << place) for place, reached in enumerate(reachable(edges, count))]
    for place, reached in enumerate(reachable(reversed_edges(edges), count)):
        knowers = reached & ~(1 << place)
        if knowers == 0:
            found.heads |= 1 << place
        if knowers & ((1 << place) - 1):
            found.early[place] = knowers & ((1 << place) - 1)
    return found


def reversed_edges(edges: list[list[int]]) -> list[list[int]]:
    found: list[list[int]] = [[] for _node in edges]
    for node, targets in enumerate(edges):
        for target in targets:
            found[target].append(node)
    return found


def reachable(edges: list[list[int]], count: int) -> list[int]:
    """For each of the first `count` nodes the bits of those that it leads to, itself included.

    This is Tarjan's algorithm: nodes that lead to each other are finished together, after all that they lead to.
    """
    reached = [0] * len(edges)
    order = [0] * len(edges)  # when a node was come to, from 1 on
    low = [0] * len(edges)  # the earliest node that it leads back to
    is_finished = [False] * len(edges)
    path: list[int] = []  # nodes that are not finished
    last = 0
    for root in range(count):
        work = [] if order[root] else [(root, 0)]
        while work:
            node, at = work.pop()
            if not order[node]:
                last += 1
                order[node] = low[node] = last
                path.append(node)
            targets = edges[node]
            while at < len(targets) and order[targets[at]]:
                if not is_finished[targets[at]]:
                    low[node] = min(low[node], low[targets[at]])
                at += 1
            if at < len(targets):
                work.append((node, at))  # it is looked at again once this one is done
                work.append((targets[at], 0))
            elif low[node] == order[node]:
                group = [path.pop()]
                while group[-1] != node:
                    group.append(path.pop())
                finish(group, edges, reached, is_finished, count)
    return reached[:count]


def finish(group: list[int], edges: list[list[int]], reached: list[int], is_finished: list[bool], count: int) -> None:
    """Nodes that lead to each other lead to the same ones."""
    found = 0
    for node in group:
        if node < count:
            found |= 1 << node
        for target in edges[node]:
            found |= reached[target]
    for node in group:
        reached[node] = found
        is_finished[node] = True
