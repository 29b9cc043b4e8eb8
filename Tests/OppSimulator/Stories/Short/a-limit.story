# A limit holds a firing back.
story     a-limit
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x" at most once per day
events
