# A process that died in a delivery repeated it at every start, and died again before anything else was done.
story     a-notification-that-kills-waits-for-its-next-attempt
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T11:00:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  connect notifications("Ann") to webhook("http://hook.example/ann")
  opp "E1" on 8:05 notify "x" to "Ann"
  opp "E2" on 8:06 notify "x"
events
  2026-06-21T08:04:00Z  notifier Ann killing 300
