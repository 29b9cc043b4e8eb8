# `otherwise` decided at an event before the response to a request that was under way.
story     otherwise-waits-for-the-response
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
  opp "A1" on every 20min when (room.n otherwise 30) > 20 notify "at {time.second}"
events
  2026-06-21T08:19:50Z  service room slow 30
