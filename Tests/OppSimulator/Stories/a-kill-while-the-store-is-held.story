# A process that was killed while another one held the store waited for it without an end in the simulator.
story     a-kill-while-the-store-is-held
seed      1
zone      UTC
from      2026-06-21T08:30:00Z
to        2026-06-21T10:30:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 1h notify "x"
events
  2026-06-21T08:59:50Z  store locked 40
  2026-06-21T08:59:55Z  process killed after 1 down 60
