# A command counted from the second after the last one that was processed: the firing that it caused was of some minutes before it.
story     an-enabled-opp-fires-then-and-not-before
seed      28
zone      UTC
from      2026-10-25T05:34:18Z
to        2026-10-26T10:00:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 30min notify "x"
events
  2026-10-25T05:44:00Z  person snooze E1 for 59min
  2026-10-25T06:34:00Z  person enable E1
