# A notification expires while its notifier fails.
story     an-end-of-use
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 8:05 notify "x" expires 5min
events
  2026-06-21T08:04:00Z  notifier all failing 400
