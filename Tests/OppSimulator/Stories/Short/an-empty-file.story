# The rule file is empty for a moment while a firing is held.
story     an-empty-file
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  set quiet when time in 8:00..8:30
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 8:05 notify "x"
events
  2026-06-21T08:10:00Z  file empty
  2026-06-21T08:10:02Z  file whole
