# After a success, what else waited for the notifier kept its own pause.
story     a-success-releases-what-waits
seed      3
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T12:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 20min notify "x"
  opp "E2" on every 10min notify "x"
events
  2026-06-21T08:55:00Z  notifier all failing 3000
