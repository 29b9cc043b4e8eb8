# An event fired hours late because a command was given minutes after it, while no process ran.
story     a-command-makes-no-event-seen
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
  2026-06-21T08:30:00Z  process killed after 1 down 7200
  2026-06-21T09:10:00Z  person enable E1
