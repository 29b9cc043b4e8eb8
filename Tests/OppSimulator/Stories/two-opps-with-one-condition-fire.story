# Of two Opps with one condition, the first alone saw it become true.
story     two-opps-with-one-condition-fire
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T09:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "R1" when room.n > 20 notify "x"
  opp "R2" when room.n > 20 notify "x"
events
  2026-06-21T08:20:00Z  reading room 25
