# A start forgot the values that a waiting event had known at its second: its text was of the second of the response.
story     a-waiting-event-keeps-its-text-over-a-restart
seed      1
zone      UTC
from      2026-06-21T08:19:50Z
to        2026-06-21T08:39:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "A1" on every 20min when room.n > 20 notify "at {time.second}"
events
  2026-06-21T08:19:50Z  reading room 25
  2026-06-21T08:19:50Z  service room slow 15
  2026-06-21T08:20:10Z  process stopped down 5
