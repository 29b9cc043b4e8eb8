# Requests that were under way did not count for a quota, so that three were made at a second, of two that a minute allows.
story     a-quota-holds-among-requests-of-one-second
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T08:40:00Z
latency   0
rules
  set zone "UTC"
  source plug(k: Number) fresh for 15min { n: Number }
  connect plug to json("http://plug.example/")
  opp "P1" when plug(1).n > 20
  opp "P2" when plug(2).n > 20
  opp "P3" when plug(3).n > 20
events
