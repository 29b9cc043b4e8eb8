# `opp enable` that had read the clock before `opp snooze` and came after it, while the machine slept, ended the snooze in the store alone.
story     a-late-enable-ends-a-snooze-after-a-sleep
seed      149
zone      UTC
from      2026-06-21T11:29:42Z
to        2026-06-21T14:21:40Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E4" on every 20min  at most once per 1h
events
  2026-06-21T11:39:00Z  machine sleeps 600
  2026-06-21T11:41:00Z  late 2 snooze E4 for 150min
  2026-06-21T11:45:00Z  late 3 enable E4
