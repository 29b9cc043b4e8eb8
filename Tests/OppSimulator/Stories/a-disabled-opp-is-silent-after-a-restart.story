# A start forgot that a person had disabled an Opp.
story     a-disabled-opp-is-silent-after-a-restart
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T11:30:00Z
latency   0
rules
  set zone "UTC"
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x"
events
  2026-06-21T08:30:00Z  person disable E1
  2026-06-21T08:40:00Z  process stopped down 10
