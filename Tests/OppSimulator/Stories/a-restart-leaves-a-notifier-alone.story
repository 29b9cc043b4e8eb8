# The store forgot that a notifier had asked to be left alone.
story     a-restart-leaves-a-notifier-alone
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T10:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 5min notify "x"
events
  2026-06-21T08:59:50Z  notifier all limiting 60
  2026-06-21T09:02:00Z  process stopped down 5
