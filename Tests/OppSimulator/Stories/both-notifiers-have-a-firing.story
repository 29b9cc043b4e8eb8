# A firing reached the first of its notifiers alone.
story     both-notifiers-have-a-firing
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T10:30:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  connect notifications("Ann") to webhook("http://hook.example/ann")
  opp "E1" on every 1h notify "x" to ["Ann", "Bo"]
events
