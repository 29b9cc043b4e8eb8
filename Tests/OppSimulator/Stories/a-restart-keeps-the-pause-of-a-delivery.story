# A start tried all failed deliveries at once.
story     a-restart-keeps-the-pause-of-a-delivery
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
  2026-06-21T08:59:50Z  notifier all failing 600
  2026-06-21T09:03:50Z  process stopped down 5
