"""The limits of a match. Both hosts check them, so a phone refuses an event before it stores the event.

The numbers and their codes are listed in docs/api.md.
"""

MOST_EVENTS = 20_000  # events of a match that the writer of a new one has seen
RESERVE = 500  # events of each writer beyond these, for what others recorded meanwhile
MOST_EVENTS_STORED = 40_000  # events of a match, whoever recorded them
MOST_ROUNDS = 1_000  # of a match that the writer of a new one has seen: each save scores them all
MOST_ROUNDS_STORED = 2_000  # rounds of a match, whoever recorded them
MOST_CHANGES = 100  # changes of the people that the writer of a new one has seen
MOST_CHANGES_STORED = 500  # changes of the people, whoever recorded them
MOST_COLUMNS = 24  # columns of a sheet: players who have points in a match, including those who left
MOST_CORRECTED = 20_000  # changes of the people that corrections of the seats of a match correct, in all
MOST_COMPARED = 100_000  # rounds that restored rounds of a match are compared with, in all
MOST_SETTLED = 100_000  # ids in `keep` and `strike` of a match, in all; `settle` events beyond decide nothing
MOST_DATA = 20_000  # characters of an event's data, by `content_size`, beside the ids that these limits count
MOST_DATA_OF_MATCH = 10_000_000  # the same of all events of a match, with all ids; the server alone checks it
MOST_NAMED = 100_000  # ids in `after` of a match, in all; events beyond name one other, or heads, or use the reserve
NAMED_RESERVE = 2_000  # ids in `after` of each writer beyond these, for writers who did not know the latest heads
MOST_TRACED = 200_000  # earlier events that are searched for those who had seen an event named before it came, in all
LAST_TRACED = 5_000  # such an event comes among the first of its match, as the sets of events grow with their places
MOST_AWAITED = 2_000  # ids in `after` of a match whose events had not come yet, in all; those beyond count for nothing
MOST_IDS = 200  # heads in `after`, and rounds that one event settles
MOST_MATCHES = 2_000  # of an evening: each takes time while the group is locked
