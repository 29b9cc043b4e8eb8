# A refresh that the process had taken and not requested was lost when it was killed.
story     a-refresh-outlives-a-kill
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-22T12:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "R1" when room.n > 20 notify "x"
events
  2026-06-21T08:05:00Z  person refresh room
  2026-06-21T08:05:00Z  process killed after 7 down 10
  2026-06-21T09:05:00Z  reading room 25
