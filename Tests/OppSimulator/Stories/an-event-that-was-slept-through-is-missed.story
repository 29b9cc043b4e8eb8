# An event that was slept through fired, however late it was.
story     an-event-that-was-slept-through-is-missed
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T12:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x"
events
  2026-06-21T08:30:00Z  machine sleeps 7200
