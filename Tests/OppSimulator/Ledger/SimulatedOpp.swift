import OppModel

/// An Opp of a plan as the ledger understands it, from its line in the rules
///
/// ```opp
/// opp "E1" on every 20min notify "x" to ["Ann", "Bo"] at most 2 per hour      // by event
/// opp "A1" on every 20min when room.n > 20 notify "at {time.second}"          // by event, if a reading is above 20
/// opp "A1" on every 20min when (room.n otherwise 30) > 20 notify "x"          // the same, and if there is no reading
/// opp "W1" when time in 8:00..9:00 notify "x"                                 // by the clock
/// opp "R1" when room.n > 20 notify "x"                                        // by readings of `room` above 20
/// ```
struct SimulatedOpp {
  let name: String
  let kind: Kind

  /// The seconds after an event in which a firing that was slept through is still made
  let lateness: Int64

  /// The limit of its firings; `nil` for none
  let limit: RateLimit?

  /// `true` if it fires again and again while its condition is true
  let isRepeated: Bool

  enum Kind: Equatable {
    case event

    /// At each full number of seconds since 1970, which are those of the clock in zones with whole hours
    case conditioned(every: Int64, source: String, above: Double, isTrueWithout: Bool)
    case clock
    case reading(source: String, above: Double)

    /// It is there for its requests alone
    case unchecked
  }

  /// - Returns: `nil` for a line that declares no Opp.
  init?(line: String) {
    guard let match = line.firstMatch(of: /^opp "([^"]+)"(.*)$/) else { return nil }
    name = String(match.1)
    let clauses = match.2
    let expiry = clauses.firstMatch(of: /expires (\d+)min/).flatMap { Int64($0.1) }
    limit = Self.limit(in: clauses)
    isRepeated = clauses.contains(" again every ")
    lateness = expiry.map { $0 * 60 } ?? 900
    let form = /when \(?(\w+)\.n (otherwise 30\) )?> (\d+)/
    if clauses.contains("plug(") {
      kind = .unchecked
    } else if let reading = clauses.firstMatch(of: form), let bound = Double(reading.3) {
      let source = String(reading.1)
      if let every = clauses.firstMatch(of: #/on every (\d+)(min|h)\b/#), let count = Int64(every.1)
      {
        let period = count * (every.2 == "h" ? 3600 : 60)
        kind = .conditioned(
          every: period, source: source, above: bound, isTrueWithout: reading.2 != nil)
      } else {
        kind = .reading(source: source, above: bound)
      }
    } else {
      kind = clauses.contains(" on ") ? .event : .clock
    }
  }

  private static func limit(in clauses: Substring) -> RateLimit? {
    let form = /at most (?:once|(\d+)) per (?:(hour)|(day)|(\d+)h)/
    guard let match = clauses.firstMatch(of: form) else { return nil }
    let hours = match.4.flatMap { Int64($0) } ?? 0
    return RateLimit(
      count: match.1.flatMap { Int($0) } ?? 1,
      period: match.2 != nil ? .hour : match.3 != nil ? .day : .seconds(hours * 3600))
  }
}
