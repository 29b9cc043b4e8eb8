# A notification that was delivered as the run was told to stop was delivered again by the next process.
story     an-outcome-that-comes-with-the-stop-is-kept
seed      95001555
zone      Europe/Berlin
from      2026-06-22T11:49:28Z
to        2026-06-22T14:44:53Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E2" on every 30min notify "x" at most once per 1h
events
  2026-06-22T11:59:00Z  store locked 400
  2026-06-22T12:01:00Z  machine sleeps 9000
  2026-06-22T13:14:00Z  process stopped down 400
