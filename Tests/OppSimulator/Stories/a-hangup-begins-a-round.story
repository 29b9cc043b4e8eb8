# A command has all tried that failed, and the process is killed within: the next one tries what is left, and all else with it.
story     a-hangup-begins-a-round
seed      97000256
zone      UTC
from      2026-12-31T01:09:38Z
to        2026-12-31T02:32:11Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E0" on every 30min notify "x" expires 40min
events
  2026-12-31T01:19:00Z  notifier all losing 4456
  2026-12-31T02:30:01Z  person refresh room
  2026-12-31T02:30:01Z  process killed after 19 down 10
