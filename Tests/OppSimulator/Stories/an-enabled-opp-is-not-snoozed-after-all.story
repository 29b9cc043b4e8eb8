# `opp snooze` and then `opp enable`, while no process ran, left the Opp snoozed.
story     an-enabled-opp-is-not-snoozed-after-all
seed      1
zone      UTC
from      2026-06-23T00:03:31Z
to        2026-06-23T04:02:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 10min notify "x"
events
  2026-06-23T00:13:00Z  process stopped down 300
  2026-06-23T00:14:00Z  person snooze E1 for 90min
  2026-06-23T00:15:00Z  person enable E1
