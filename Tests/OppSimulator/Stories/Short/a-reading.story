# A reading rises, and later falls.
story     a-reading
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "R1" when room.n > 20 notify "x"
events
  2026-06-21T08:04:00Z  reading room 25
  2026-06-21T08:40:00Z  reading room 10
