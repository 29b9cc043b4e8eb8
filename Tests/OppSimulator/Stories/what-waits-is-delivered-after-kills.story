# Killed in its deliveries, again and again: each firing reaches its notifier, and each pause is kept.
story     what-waits-is-delivered-after-kills
seed      3
zone      Europe/Berlin
from      2026-10-24T22:00:00Z
to        2026-10-26T06:00:00Z
latency   5000
rules
  set zone "Europe/Berlin"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 20min notify "x" at most 2 per hour
  opp "E2" on 2:30 notify "x"
events
  2026-10-25T00:00:00Z  process killed after 9 down 1
  2026-10-25T00:20:01Z  process killed after 2 down 1
  2026-10-25T00:25:00Z  notifier all limiting 600
  2026-10-25T00:40:00Z  process killed after 12 down 300
  2026-10-25T01:00:00Z  process killed after 5 down 1
  2026-10-25T01:20:02Z  machine sleeps 600
