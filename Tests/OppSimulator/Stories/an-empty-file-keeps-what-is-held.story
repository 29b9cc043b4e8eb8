# The daemon took an empty rule file for a change: what was held went to standard output at once.
story     an-empty-file-keeps-what-is-held
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-22T12:00:00Z
latency   0
rules
  set zone "UTC"
  set quiet when time in 8:30..10:30
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x"
events
  2026-06-21T09:10:00Z  file empty
  2026-06-21T09:10:02Z  file whole
