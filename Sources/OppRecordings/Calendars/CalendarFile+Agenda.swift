package import OppModel

extension CalendarFile {
  /// The reach of `agenda` ahead, in seconds
  package static let agendaAhead: Int64 = 400 * 86_400

  /// The reach of `agenda` back, in seconds
  package static let agendaBack: Int64 = 32 * 86_400

  /// The most rows of one agenda over a replay
  static let agendaLimit: Int64 = 4_000_000

  /// The rows of `agenda` that come and go in a replay of `[from, to)`, in order
  ///
  /// A row is in the agenda at second t if and only if `begins <= t + 400d` and `ends >= t - 32d`. Those
  /// that are at `from` enter there. At one second, rows leave before others enter.
  ///
  /// ```
  /// event    2020-03-10 09:00Z to 10:00Z
  /// enters   2019-02-04 09:00:00Z           400 days before its begin
  /// leaves   2020-04-11 10:00:01Z           the first second at which it ended more than 32 days ago
  /// ```
  package func agendaChanges(
    from: Instant, to: Instant
  ) throws(CalendarProblem) -> [AgendaChange] {
    var changes: [AgendaChange] = []
    for occurrence in try agendaRows(from: from.seconds, to: to.seconds) {
      let enters = max(occurrence.begins.advanced(by: -Self.agendaAhead), from)
      let leaves = occurrence.ends.advanced(by: Self.agendaBack + 1)
      guard enters < to, enters < leaves else { continue }
      changes.append(AgendaChange(instant: enters, isEntering: true, occurrence: occurrence))
      if leaves < to {
        changes.append(AgendaChange(instant: leaves, isEntering: false, occurrence: occurrence))
      }
    }
    return changes.sorted { left, right in
      if left.instant != right.instant { return left.instant < right.instant }
      if left.isEntering != right.isEntering { return right.isEntering }
      return Occurrence.isOrdered(left.occurrence, right.occurrence)
    }
  }

  /// The occurrences that are rows at some second of `[from, to)`, one for each key
  private func agendaRows(from: Int64, to: Int64) throws(CalendarProblem) -> [Occurrence] {
    // Wider than `[from, to)` by the reach of the agenda; the caller leaves out events that are never rows.
    let first = from - Self.agendaBack - 1
    let last = to + Self.agendaAhead
    var found: [Occurrence] = []
    collectSingles(from: first, to: last, into: &found)
    for series in series {
      // A window at a time, so that too many rows are found out before they are held.
      var start = max(first, series.span.lowerBound)
      let end = min(last, series.span.upperBound + 1)
      while start < end {
        let next = min(start + Self.agendaAhead, end)
        series.collect(from: start, to: next, into: &found)
        guard found.count <= Int(Self.agendaLimit) else {
          throw CalendarProblem(
            .tooManyOccurrences(limit: Self.agendaLimit), line: 1, column: 1)
        }
        start = next
      }
    }
    found.sort(by: Occurrence.isOrdered)
    // The key of a row is its uid and begin, and the order puts equal keys side by side. Of two that are different, as of
    // an occurrence that was moved onto another of its series, the later ones get a number: `lunch@x#2`.
    var rows: [Occurrence] = []
    rows.reserveCapacity(found.count)
    var same: ArraySlice<Occurrence> = []
    for (index, occurrence) in found.enumerated() {
      if let first = same.first, first.begins == occurrence.begins, first.uid == occurrence.uid {
        guard !same.contains(occurrence) else { continue }
        same.append(occurrence)
        rows.append(occurrence.numbered(same.count))
      } else {
        same = found[index...index]
        rows.append(occurrence)
      }
    }
    return rows
  }
}
