# An event happens in a snooze, which ends.
story     a-snooze
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 8:05 notify "x"
events
  2026-06-21T08:02:00Z  person snooze E1 for 10min
