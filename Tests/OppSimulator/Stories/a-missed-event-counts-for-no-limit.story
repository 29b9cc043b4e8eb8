# An event that was missed, of an Opp with `expires`, counted for `at most` once the limit was edited.
story     a-missed-event-counts-for-no-limit
seed      99000787
zone      America/New_York
from      2026-03-28T07:22:21Z
to        2026-03-28T18:02:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E3" on every 2h notify "x" at most 5 per day expires 5min
events
  2026-03-28T11:51:00Z  process killed after 1 down 400
  2026-03-28T14:17:00Z  file limits
  2026-03-28T15:22:00Z  file whole
