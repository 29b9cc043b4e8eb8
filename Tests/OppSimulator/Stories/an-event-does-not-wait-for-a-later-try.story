# The invariant took a later try, 35 seconds after an event, for a response that the event would have waited for.
story     an-event-does-not-wait-for-a-later-try
seed      11290306
zone      UTC
from      2026-06-21T21:31:35Z
to        2026-06-21T23:32:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "A1" on every 10min when (room.n otherwise 30) > 20 notify "at {time.second}"
  opp "R1" when room.n > 20 notify "x" to "Ann"
events
  2026-06-21T21:41:00Z  service room failing 5000
  2026-06-21T22:32:32Z  signal hangup
