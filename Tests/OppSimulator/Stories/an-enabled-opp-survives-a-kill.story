# `opp enable` was lost if the process was killed before the second after it was kept: the next process took it for known.
story     an-enabled-opp-survives-a-kill
seed      5000298
zone      UTC
from      2026-06-23T00:03:31Z
to        2026-06-23T02:02:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on every 2h notify "x"
events
  2026-06-23T00:13:00Z  process killed after 27 down 1
  2026-06-23T00:44:00Z  person disable E1
  2026-06-23T00:45:00Z  person enable E1
