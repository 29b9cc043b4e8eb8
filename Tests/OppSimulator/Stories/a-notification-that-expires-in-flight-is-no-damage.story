# A notification that had expired when both of its notifiers took it ended the run: the store was called damaged.
story     a-notification-that-expires-in-flight-is-no-damage
seed      5300239
zone      UTC
from      2026-06-21T08:05:00Z
to        2026-06-21T09:20:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  connect notifications("Ann") to webhook("http://hook.example/ann")
  opp "E1" on every 1h notify "x" to ["Ann", "Bo"] expires 10s
events
  2026-06-21T08:50:00Z  notifier all slow 1000
  2026-06-21T08:50:00Z  notifier Ann slow 1000
