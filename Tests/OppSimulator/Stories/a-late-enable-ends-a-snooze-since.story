# `opp enable` that had read the clock before `opp snooze` and came after it counted in the ledger as if the snooze went on.
story     a-late-enable-ends-a-snooze-since
seed      1
zone      UTC
from      2026-10-24T23:40:01Z
to        2026-10-25T01:42:02Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 30min notify "x" at most 3 per 2h
events
  2026-10-25T01:40:00Z  person snooze E1 for 61min
  2026-10-25T01:40:02Z  late 3 enable E1
