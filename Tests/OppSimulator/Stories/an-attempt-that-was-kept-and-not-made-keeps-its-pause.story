# A process was killed between the attempt in the store and the request: the notification waits on as another is taken.
story     an-attempt-that-was-kept-and-not-made-keeps-its-pause
seed      97000031
zone      America/New_York
from      2026-10-25T01:46:17Z
to        2026-10-25T04:41:40Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  connect notifications("Ann") to webhook("http://hook.example/ann")
  opp "E0" on every 10min notify "x"
  opp "E1" on every 30min notify "x" to "Ann" expires 5min
  opp "E3" on every 1h notify "x" to "Ann"
events
  2026-10-25T01:56:00Z  notifier Ann picky 20000
  2026-10-25T03:21:00Z  process stopped down 600
  2026-10-25T04:17:00Z  process killed after 10 down 300
