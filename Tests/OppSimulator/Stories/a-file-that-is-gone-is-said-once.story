# A rule file that was gone is deleted again: the run has said so at the first time.
story     a-file-that-is-gone-is-said-once
seed      95000237
zone      UTC
from      2026-10-24T17:19:49Z
to        2026-10-24T17:38:51Z
latency   0
rules
events
  2026-10-24T17:29:00Z  file gone
  2026-10-24T17:36:00Z  file gone
