# A machine that sleeps again in the second in which it woke has slept for the time of both: the event of 20:20 is missed.
story     two-sleeps-without-a-second-between
seed      90000529
zone      America/New_York
from      2026-10-24T20:05:18Z
to        2026-10-24T21:00:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E0" on every 10min notify "x" to "Ann"
events
  2026-10-24T20:15:18Z  machine sleeps 600
  2026-10-24T20:25:18Z  machine sleeps 600
