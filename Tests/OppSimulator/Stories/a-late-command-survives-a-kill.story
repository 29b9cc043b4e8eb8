# `opp enable` read the clock before the daemon kept a second, and wrote after it: a kill lost the command.
story     a-late-command-survives-a-kill
seed      1
zone      UTC
from      2026-06-21T08:00:00Z
to        2026-06-21T11:00:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 9:00 notify "x"
  opp "E2" on 8:10 notify "x"
events
  2026-06-21T08:02:00Z  person disable E1
  2026-06-21T08:10:01Z  late 3 enable E1
  2026-06-21T08:10:01Z  process killed after 5 down 10
