internal import OppEngine
internal import OppProviders

/// What has come, sorted
struct LiveEvents {
  var answers: [Answer] = []
  var arrivals: [Arrival] = []
  var lost: [(supplier: Int, failure: FetchFailure)] = []
  var told: [(id: String, failure: TellingFailure?)] = []
  var isStop = false

  /// Whether the session has to hear of it
  var bringNews: Bool { !answers.isEmpty || !arrivals.isEmpty || !lost.isEmpty }

  /// - Parameter generation: what came for an earlier rule set is left out.
  init(_ events: [LiveEvent], generation: Int) {
    for event in events {
      switch event {
      case .answer(let answer, generation): answers.append(answer)
      case .pushed(.arrived(let some), let supplier, generation):
        arrivals += some
        // It is there again.
        lost.removeAll { $0.supplier == supplier }
      case .pushed(.lost(let failure), let supplier, generation): lost.append((supplier, failure))
      case .answer, .pushed: break
      case .told(let id, let failure): told.append((id, failure))
      case .changed: break
      case .stop: isStop = true
      }
    }
  }
}
