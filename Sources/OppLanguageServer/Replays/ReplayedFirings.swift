/// The firings of a rule set over its recording
package enum ReplayedFirings {
  case counted(CountedFirings)

  /// The reason why there was no replay
  case missing(String)

  /// The line beside the name of an Opp
  ///
  /// - Parameter saved: the firings of the rules as they are saved, if the texts are others now.
  package func title(of opp: String, saved: ReplayedFirings? = nil) -> String {
    switch self {
    case .missing(let reason): return reason
    case .counted(let firings):
      if case .counted(let before)? = saved, let change = firings.change(of: opp, from: before) {
        return change
      }
      return firings.title(of: opp)
    }
  }

  /// The firings of an Opp as a text, the latest first
  func history(of opp: String) -> String {
    switch self {
    case .missing(let reason): reason
    case .counted(let firings): firings.history(of: opp)
    }
  }
}

/// The firings over a recording by the names of Opps, and the next ones after its end
package struct CountedFirings {
  /// The seconds of the firings of each Opp, ascending; an Opp that is not in it never fired
  package var firings: [String: [Int64]] = [:]

  /// The next instants at which Opps can fire, in words: `today 14:10`
  package var next: [String: String] = [:]

  /// The period of the recording in seconds; `nil` if there is none
  package var period: Range<Int64>?

  /// The instant from which ``next`` counts, in words
  package var now: String

  /// An instant by the wall clock of the rule set
  package var local: (Int64) -> String

  /// The seconds of a day
  private static let day: Int64 = 86_400

  /// The days that count as the last month
  private static let monthDays: Int64 = 30

  package init(period: Range<Int64>?, now: String, local: @escaping (Int64) -> String) {
    self.period = period
    self.now = now
    self.local = local
  }

  /// `fired 12 times, 3 in the last month · next possible today 14:10 · as of 2026-06-21 12:00:00`
  func title(of opp: String) -> String {
    var parts: [String] = []
    if let period {
      parts.append(count(of: opp, in: period))
    } else {
      parts.append("no recording in `data`")
    }
    if let next = next[opp] { parts.append(next) }
    parts.append("as of \(now)")
    return parts.joined(separator: " · ")
  }

  /// The line beside an Opp, and below it its firings, the latest first
  func history(of opp: String) -> String {
    let own = (firings[opp] ?? []).reversed().map { "  " + local($0) }
    return (["\"\(opp)\" " + title(of: opp)] + own).joined(separator: "\n")
  }

  /// The number of firings of an Opp in the recording, and lately
  ///
  /// | recording | firings | words |
  /// | --- | --- | --- |
  /// | 10 days | none | `never fired in 10 days` |
  /// | 10 days | 3 | `fired 3 times in 10 days` |
  /// | 90 days | 12, of which 3 in the last 30 | `fired 12 times, 3 in the last month` |
  /// | 90 days | 12, none in the last 30 | `fired 12 times, last 2026-04-02 12:00:00` |
  private func count(of opp: String, in period: Range<Int64>) -> String {
    let own = firings[opp] ?? []
    let length = max(1, (period.upperBound - period.lowerBound + Self.day / 2) / Self.day)
    let days = length == 1 ? "1 day" : "\(length) days"
    guard let last = own.last else { return "never fired in \(days)" }
    let times = Self.times(own.count)
    if length <= Self.monthDays + 1 { return "fired \(times) in \(days)" }
    let begin = period.upperBound - Self.monthDays * Self.day
    let recent = own.count { $0 >= begin }
    return recent > 0
      ? "fired \(times), \(recent) in the last month"
      : "fired \(times), last \(local(last))"
  }

  /// `once`, or `3 times`
  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  // MARK: Changes

  /// The most firings that are named
  private static let namedLimit = 2

  /// `12 → 9 firings · gone: 2026-06-03 12:00:00`; nil if an Opp fires as before
  ///
  /// Firings are compared by their seconds: one that moves by a minute is gone, and another is new.
  func change(of opp: String, from before: CountedFirings) -> String? {
    guard period != nil, before.period != nil else { return nil }
    let (old, new) = (before.firings[opp] ?? [], firings[opp] ?? [])
    guard old != new else { return nil }
    let (known, wanted) = (Set(old), Set(new))
    var parts = ["\(old.count) → \(new.count) firings"]
    let gone = old.filter { !wanted.contains($0) }
    let come = new.filter { !known.contains($0) }
    if !gone.isEmpty { parts.append("gone: \(named(gone))") }
    if !come.isEmpty { parts.append("new: \(named(come))") }
    parts.append("as of \(now)")
    return parts.joined(separator: " · ")
  }

  /// The first firings by name, the others by number: `2026-06-03 12:00:00, 2026-06-04 12:00:00 and 3 more`
  private func named(_ seconds: [Int64]) -> String {
    let shown = seconds.prefix(Self.namedLimit).map(local).joined(separator: ", ")
    let rest = seconds.count - Self.namedLimit
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}
