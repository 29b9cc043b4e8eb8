# The run did not wake at the end of a notification.
story     a-notification-ends-in-time
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T10:30:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x" expires 5min
events
  2026-06-21T08:59:50Z  notifier all limiting 900
