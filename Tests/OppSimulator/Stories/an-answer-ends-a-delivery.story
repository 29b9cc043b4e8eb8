# A notification that was answered was delivered all the same.
story     an-answer-ends-a-delivery
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T12:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x"
events
  2026-06-21T08:59:50Z  notifier all failing 600
  2026-06-21T09:02:00Z  person done E1
