# An Opp is disabled and enabled.
story     an-opp-that-is-enabled
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 8:15 notify "x"
  opp "E2" on 8:05 notify "x"
events
  2026-06-21T08:03:00Z  person disable E1
  2026-06-21T08:05:01Z  late 2 enable E1
