# A notification that kills was tried at each start, after its first attempt had waited for a store that was held.
story     a-held-store-keeps-the-pause-of-an-attempt
seed      95000889
zone      UTC
from      2026-03-29T00:49:12Z
to        2026-03-29T01:29:36Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E0" on every 20min notify "x" expires 40min
  opp "E1" on every 10min notify "x" expires 5min
events
  2026-03-29T00:59:00Z  notifier all killing 20000
  2026-03-29T01:20:46Z  store locked 400
