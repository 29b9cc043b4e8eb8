# A reading that held for an hour was not requested again until its end, if no process ran at the second at which it was due.
story     a-lasting-reading-is-requested-after-a-sleep
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T10:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "R1" when room.n > 20 notify "x"
events
  2026-06-21T08:00:00Z  service room lasting 7200
  2026-06-21T08:29:50Z  process stopped down 60
  2026-06-21T09:15:00Z  machine sleeps 600
