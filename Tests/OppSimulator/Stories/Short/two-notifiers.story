# One firing for two notifiers.
story     two-notifiers
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  connect notifications("Ann") to webhook("http://hook.example/ann")
  opp "E1" on 8:05 notify "x" to ["Ann", "Bo"]
events
