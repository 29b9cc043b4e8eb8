# A request for a reading that lasts longer than its response failed, and was not tried again before the reading had ended.
story     a-failed-renewal-is-tried-again-while-the-reading-lasts
seed      11290359
zone      America/New_York
from      2026-12-30T17:47:43Z
to        2026-12-30T19:05:57Z
latency   0
rules
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "R1" when room.n > 20 notify "x" to ["Ann", "Bo"]
events
  2026-12-30T17:57:00Z  service room lasting 5000
  2026-12-30T18:44:00Z  service room failing 600
  2026-12-30T19:03:00Z  signal hangup
