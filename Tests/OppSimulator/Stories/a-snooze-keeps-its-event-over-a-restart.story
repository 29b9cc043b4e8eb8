# A start forgot that an event had happened in a snooze.
story     a-snooze-keeps-its-event-over-a-restart
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
  2026-06-21T09:00:10Z  person snooze E1 for 90min
  2026-06-21T10:10:00Z  process stopped down 10
