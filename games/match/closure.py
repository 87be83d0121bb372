"""The causality of a whole log at once, for logs whose events name others that came later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.causality import Causality

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def causality_of(events: Sequence[dict[str, Any]]) -> Causality:
    """Return the same as adding each event would, in time that is linear in their number."""
    causality = causality_of_first(events[: limits.LAST_TRACED])
    for event in events[limits.LAST_TRACED :]:
        causality.add(event["id"], event.get("after"))  # no later event adds to what earlier writers had seen
    return causality


def causality_of_first(events: Sequence[dict[str, Any]]) -> Causality:
    causality = Causality()
    causality.ids = [event["id"] for event in events]
    causality.places = {id: place for place, id in enumerate(causality.ids)}
    count = len(events)
    names_of = [causality.counted_names(event.get("after"), place) for place, event in enumerate(events)]
    untraced = untraced_places(causality, names_of)
    edges: list[list[int]] = [[] for _event in events]  # from each event to those that it names
    prefix, begin = None, 0  # a node for all events before the last one without `after`
    for place, names in enumerate(names_of):
        if names is None:
            causality.saw_all |= 1 << place
            edges.append(list(range(begin, place)) + ([] if prefix is None else [prefix]))
            prefix, begin = len(edges) - 1, place
            edges[place] = [prefix]
        for name in names or []:
            known = causality.places.get(name)
            if known is None:
                causality.missing.setdefault(name, []).append(place)
            elif known < place or (known > place and known not in untraced):
                edges[place].append(known)
                if known < place:
                    causality.note_namer(known, place)
    causality.applied = [0] * count
    causality.seen = [reached & ~(1 << place) for place, reached in enumerate(reachable(edges, count))]
    for place, reached in enumerate(reachable(reversed_edges(edges), count)):
        witnesses = reached & ~(1 << place)
        if witnesses == 0:
            causality.head_bits |= 1 << place
        if witnesses & ((1 << place) - 1):
            causality.early[place] = witnesses & ((1 << place) - 1)
    return causality


def untraced_places(causality: Causality, names_of: list[list[str] | None]) -> set[int]:
    """Return the places of events that were named before they came, and are too many to find those who had seen them."""
    untraced: set[int] = set()
    missing: set[str] = set()
    count = len(names_of)
    for place, names in enumerate(names_of):
        if causality.ids[place] in missing:
            if causality.can_trace(place):
                causality.traces_left -= place
            else:
                untraced.add(place)
        missing.update([name for name in names or [] if causality.places.get(name, count) > place])
    return untraced


def reversed_edges(edges: list[list[int]]) -> list[list[int]]:
    sources: list[list[int]] = [[] for _node in edges]
    for node, targets in enumerate(edges):
        for target in targets:
            sources[target].append(node)
    return sources


def reachable(edges: list[list[int]], count: int) -> list[int]:
    """Return, for each of the first `count` nodes, the bits of the nodes that it leads to, itself included.

    This is Tarjan's algorithm: nodes that lead to each other are finished together, after all that they lead to.
    """
    reached = [0] * len(edges)
    order = [0] * len(edges)  # when a node was reached, from 1 on
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
                work.append((node, at))  # comes again once its target is finished
                work.append((targets[at], 0))
            elif low[node] == order[node]:
                group = [path.pop()]
                while group[-1] != node:
                    group.append(path.pop())
                finish(group, edges, reached, is_finished, count)
    return reached[:count]


def finish(group: list[int], edges: list[list[int]], reached: list[int], is_finished: list[bool], count: int) -> None:
    """Store what a group of nodes leads to: nodes that lead to each other lead to the same ones."""
    group_reached = 0
    for node in group:
        if node < count:
            group_reached |= 1 << node
        for target in edges[node]:
            group_reached |= reached[target]
    for node in group:
        reached[node] = group_reached
        is_finished[node] = True
