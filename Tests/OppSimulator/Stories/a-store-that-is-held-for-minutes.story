# The run ended when another process had held the store for five seconds.
story     a-store-that-is-held-for-minutes
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-22T12:00:00Z
latency   900
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 20min notify "x"
events
  2026-06-21T08:59:58Z  store locked 400
