# The run did not wake after a hangup for a service that fails.
story     a-hangup-has-a-service-tried
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
  2026-06-21T08:10:00Z  service room failing 5000
  2026-06-21T09:00:00Z  signal hangup
