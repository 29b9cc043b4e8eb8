internal import OppEngine
internal import OppModel

/// Requests whose responses never come, because the process that made them has ended
///
/// ```
/// 12:00:00  weather is requested
/// 12:01:00  no response: a failure, and the request is made again
/// 12:02:00  no response again: from now on it waits as after any failure (``Backoff``)
/// ```
extension LiveSession {
  /// Gives up the requests that have had no response for too long; each is due again, the first time at once
  mutating func abandonRequests(at second: Int64) -> [Arrival] {
    guard nextAbandonment <= second, let limit = settings.requestLimit else { return [] }
    let reason = FetchFailure(.unreachable, "there has been no response for \(limit) s")
    var late: [(meaning: String, fetch: Fetch)] = []
    for fetch in cache.underWay {
      guard let since = cache[fetch]?.requested, Seconds.add(since, limit) <= second else {
        continue
      }
      late.append((engine.graph.meaning(of: fetch), fetch))
    }
    late.sort { KeyOrder.isLess($0.meaning, $1.meaning) }
    var arrivals: [Arrival] = []
    for (_, fetch) in late {
      let isFirst = cache[fetch]?.failures == 0
      end(fetch, at: second)
      arrivals += fail(fetch, reason, at: second)
      if isFirst { cache.retry(fetch, at: second) }
    }
    if !late.isEmpty { standingPlan = nil }
    return arrivals
  }

  /// The second at which the next request is given up; never if no request is under way, or all are waited for
  var nextAbandonment: Int64 {
    guard let limit = settings.requestLimit else { return Seconds.never }
    return cache.firstRequest.map { Seconds.add($0, limit) } ?? Seconds.never
  }
}
