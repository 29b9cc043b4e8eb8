# A firing that came seconds before the end of its notifier's pause was tried twice within those seconds.
story     a-failed-delivery-keeps-its-pause
seed      5000263
zone      UTC
from      2026-06-21T08:05:00Z
to        2026-06-21T08:42:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 8:09 notify "x"
  opp "E2" on 8:11 notify "x"
events
  2026-06-21T08:08:53Z  notifier all failing 5000
  2026-06-21T08:10:48Z  signal hangup
