# A command was made two seconds before, so its second was made up for: a request of then was recorded at that second, before it was made.
story     a-request-is-kept-at-the-second-of-the-clock
seed      11290043
zone      Europe/Berlin
from      2026-10-24T23:33:16Z
to        2026-10-25T01:12:00Z
latency   0
rules
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "R1" when room.n > 20 notify "x"
  opp "E1" on 12:13 notify "x" to "Ann" at most 3 per 2h
events
  2026-10-24T23:43:00Z  service room failing 5000
  2026-10-25T01:10:00Z  late 2 enable E1
