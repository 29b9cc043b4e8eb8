# A service that failed when the rules were edited was never said to work again, and stayed in `opp list`.
story     a-service-works-again-after-an-edit
seed      5200143
zone      UTC
from      2026-06-21T21:52:37Z
to        2026-06-22T03:30:00Z
latency   900
rules
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "R1" when room.n > 20 notify "x"
events
  2026-06-21T23:47:22Z  service room failing 5000
  2026-06-22T01:21:22Z  file whole
