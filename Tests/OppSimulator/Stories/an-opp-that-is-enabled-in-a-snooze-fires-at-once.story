# The run did not wake for the command of a person.
story     an-opp-that-is-enabled-in-a-snooze-fires-at-once
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T11:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x"
events
  2026-06-21T08:30:00Z  person snooze E1 for 120min
  2026-06-21T09:30:00Z  person enable E1
