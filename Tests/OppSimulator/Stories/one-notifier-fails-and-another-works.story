# One health and one queue for all notifiers: one of them was said to work again because another did, and waited for its pauses.
story     one-notifier-fails-and-another-works
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-22T16:00:00Z
latency   900
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  connect notifications("Ann") to webhook("http://hook.example/ann")
  opp "E1" on every 20min notify "x" to ["Ann", "Bo"]
events
  2026-06-21T08:59:00Z  notifier Ann failing 20000
  2026-06-21T10:00:00Z  process stopped down 10
