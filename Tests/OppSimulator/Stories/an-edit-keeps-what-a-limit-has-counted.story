# An edit of the limits forgot the firings that they had counted.
story     an-edit-keeps-what-a-limit-has-counted
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T10:30:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 10min notify "x" at most 2 per hour
events
  2026-06-21T09:25:00Z  file limits
