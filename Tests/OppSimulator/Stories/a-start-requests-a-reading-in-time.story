# A start had a reading requested an hour later than it was due.
story     a-start-requests-a-reading-in-time
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
  2026-06-21T08:20:00Z  process stopped down 10
