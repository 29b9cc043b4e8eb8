internal import OppModel

extension Zone {
  /// A condition on the wall clock between steady bounds: solved through midnights and clock changes
  ///
  /// - Parameter holds: it turns at the bounds only.
  ///
  ///     time in 12:00..13:00    at 12:20 true until 13:00; at 13:30 false until 12:00 of the next day
  ///     time in 02:10..02:50    at 01:00 of a day without 02:00 to 03:00 false until 02:10 of the next day
  ///
  /// - Parameters:
  ///   - second: the second to evaluate; `limit`, the second until which the bounds hold.
  ///   - bounds: steady times of day, in seconds since midnight; twice the same if there is one.
  @inline(__always)
  func clockWindow(
    _ second: Int64, _ limit: Int64, _ holds: (Double) -> Bool, _ bounds: (Double, Double)
  ) -> Reading {
    var start = second
    var first: Bool?
    // Enough for a window that a clock change skips on one day.
    for _ in 0..<6 {
      let (secondOfDay, ends) = timeOfDay(at: Instant(seconds: start))
      let (time, jump) = (Double(secondOfDay), ends.seconds)
      let isTrue = holds(time)
      let known = first ?? isTrue
      first = known
      if isTrue != known { return .truth(known, until: min(start, limit)) }
      // Within a day the time grows by a second a second, so that bounds are met at once.
      var turn = jump
      func meet(_ edge: Double) {
        guard edge > time else { return }
        let meets = Seconds.add(start, Seconds.whole(edge - time))
        if meets < turn, holds(edge) != known { turn = meets }
      }
      let edges = (bounds.0.rounded(.up), bounds.1.rounded(.up))
      meet(edges.0)
      meet(edges.0 + 1)
      meet(edges.1)
      meet(edges.1 + 1)
      if turn < jump { return .truth(known, until: min(turn, limit)) }
      if jump >= limit { return .truth(known, until: limit) }
      start = jump
    }
    return .truth(first ?? false, until: min(start, limit))
  }
}
