# A response that comes a minute after its request is too late for an event, even if it comes 42 seconds after that.
story     an-event-waits-a-minute-from-the-request
seed      95001626
zone      Europe/Berlin
from      2026-06-22T04:59:36Z
to        2026-06-22T05:22:00Z
latency   20000
rules
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "A1" on every 20min when (room.n otherwise 30) > 20 notify "at {time.second}" at most 2 per hour
events
  2026-06-22T05:09:00Z  service room slow 5000
