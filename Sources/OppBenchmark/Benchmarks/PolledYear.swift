internal import OppEngine
internal import OppModel
internal import OppSession

/// A year in which everything that rules use is fetched at a fixed interval
///
/// ```
/// second    0       600     1200           polls, one a source
///           |  431   |       |             431: the recording pushes a position
/// steps     0  431  600     1200
/// ```
struct PolledYear {
  /// All firings, in the order of time
  private(set) var firings: [Firing] = []

  /// Requests by the name of the source
  private(set) var counts: [String: Int] = [:]

  /// - Parameter interval: in seconds.
  init(graph: ConditionGraph, year: Year, every interval: Int64) {
    var world = RecordedWorld(graph: graph, arrivals: year.arrivals)
    let fetches = Self.fetches(graph)
    var engine = Engine(graph: graph, zone: year.zone, begins: year.from)
    var poll = year.from
    var now = year.from
    while now < year.to {
      // Arrivals of the same second come first, then the poll, so one step sees both.
      var arrived = world.arrivals(upTo: now)
      if now == poll {
        for (name, fetch) in fetches {
          counts[name, default: 0] += 1
          // The recording pushes the person's position; a poll of it adds nothing.
          guard let fetch else { continue }
          if case .arrived(let arrivals) = world.response(to: fetch, at: now).outcome {
            arrived += arrivals
          }
        }
        poll = poll.advanced(by: interval)
      }
      firings += engine.step(at: now, arrived: arrived).firings
      // The next poll or push, whichever is earlier, but never the same second again.
      now = min(poll, max(world.nextPush ?? poll, now.advanced(by: 1)))
    }
  }

  /// The fetch of each request whose arguments are constants or defaults, and one of the location
  private static func fetches(_ graph: ConditionGraph) -> [(name: String, fetch: Fetch?)] {
    var result: [(name: String, fetch: Fetch?)] = []
    for request in graph.requests {
      let name = graph.sources[Int(request.source.index)].name
      switch name {
      case "clock", "sun": continue
      case "location": result.append((name, nil))
      case "calendar": result.append((name, Fetch(subject: .source(request.source, []))))
      default:
        let arguments = request.arguments.map { argument -> Value? in
          guard let argument, case .constant(let value) = graph[argument].operation else {
            return nil
          }
          return value
        }
        result.append((name, Fetch(subject: .source(request.source, arguments))))
      }
    }
    return result
  }
}
