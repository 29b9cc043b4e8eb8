# A notifier that failed again was listed with the failures before it had worked.
story     a-notifier-is-listed-since-it-fails-again
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T11:30:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x"
events
  2026-06-21T08:59:50Z  notifier all failing 100
  2026-06-21T10:59:50Z  notifier all failing 600
