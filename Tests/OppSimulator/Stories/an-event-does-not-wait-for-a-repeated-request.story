# A request of a service that failed is repeated just before an event: what it would bring is unknown until there is a response.
story     an-event-does-not-wait-for-a-repeated-request
seed      95001344
zone      Europe/Berlin
from      2026-06-21T11:53:18Z
to        2026-06-21T16:42:00Z
latency   20000
rules
  connect notifications to webhook("http://hook.example/all")
  source room fresh for 15min { n: Number }
  connect room to json("http://room.example/")
  opp "A1" on every 10min when (room.n otherwise 30) > 20 notify "at {time.second}"
  opp "R1" when room.n > 20 notify "x"
  source plug(k: Number) fresh for 15min { n: Number }
  connect plug to json("http://plug.example/")
  opp "P1" when plug(1).n > 20
  opp "P2" when plug(2).n > 20
  opp "P3" when plug(3).n > 20
events
  2026-06-21T12:14:00Z  service room failing 5000
  2026-06-21T12:42:00Z  process killed after 1 down 400
  2026-06-21T12:58:27Z  process stopped down 10
  2026-06-21T14:32:00Z  service room failing 5000
  2026-06-21T14:58:00Z  process killed after 1 down 2
  2026-06-21T14:58:29Z  signal hangup
