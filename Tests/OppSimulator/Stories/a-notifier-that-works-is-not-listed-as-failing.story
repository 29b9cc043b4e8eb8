# A process that was killed between the success of a notifier and the end of its failure left it as failing.
story     a-notifier-that-works-is-not-listed-as-failing
seed      1
zone      UTC
from      2026-06-21T08:01:00Z
to        2026-06-21T10:15:00Z
latency   0
rules
  connect notifications to webhook("http://hook.example/all")
  opp "E1" on 8:05 notify "x"
  opp "E2" on 8:06 notify "x"
events
  2026-06-21T08:01:00Z  power cut at effect 31 losing none down 10
  2026-06-21T08:01:00Z  power cut at effect 10 losing none down 10
  2026-06-21T08:04:00Z  notifier all failing 100
