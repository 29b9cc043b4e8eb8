# A limit counted a firing that had waited for a response at the second of the response, and lost a later one.
story     a-late-firing-counts-at-its-own-second
seed      700130
zone      UTC
from      2026-03-28T10:05:57Z
to        2026-03-29T04:02:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "A1" on every 10min when (room.n otherwise 30) > 20 notify "at {time.second}" at most 5 per day
events
  2026-03-28T10:15:00Z  reading room 26
  2026-03-28T15:11:00Z  file limits
  2026-03-28T19:01:00Z  reading room 15
  2026-03-28T21:30:00Z  reading room 26
  2026-03-29T01:56:00Z  process stopped down 400
