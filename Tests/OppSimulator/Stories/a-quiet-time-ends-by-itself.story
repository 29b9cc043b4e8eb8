# The end of a quiet time released nothing until an Opp fired.
story     a-quiet-time-ends-by-itself
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T11:00:00Z
latency   0
rules
  set zone "UTC"
  set quiet when time in 9:00..9:30
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 9:10 notify "x"
events
