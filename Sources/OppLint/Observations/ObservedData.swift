package import OppModel

/// The facts of a recording, or of a store's history, that the rules about data read
///
/// They are gathered outside, by a replay; rules only read them, so that a test needs no files.
///
/// ```
/// days        2026-06-21…2026-06-21
/// fields      weather.temp: count 6, range 18…27      weather.wind: count 6, range 4…7
/// opps        0: firings [2026-06-21: 3]
/// ```
package struct ObservedData: Sendable {
  /// A field of a source or a table
  package struct FieldName: Hashable, Sendable {
    /// The name of the source or table
    package let owner: String
    package let field: String

    package init(owner: String, field: String) {
      self.owner = owner
      self.field = field
    }
  }

  /// The values that a field had
  package struct FieldFacts: Sendable {
    /// The number of readings or rows that had a value
    package var count = 0

    /// The least and the greatest number, in base units; nil for a field of another kind
    package var range: ClosedRange<Double>?

    /// The occurrences of each text, case or truth; cases by their first names
    package var values: [String: Int] = [:]

    package init() {}
  }

  /// The second at which an Opp was nearest to firing
  package struct Closest: Sendable {
    /// The day of that second, in the zone of the rules
    package let date: CivilDate

    /// The parts of the condition that were not true
    package let missing: [NodeID]

    package init(date: CivilDate, missing: [NodeID]) {
      self.date = date
      self.missing = missing
    }
  }

  /// The busiest two hours of a condition that comes and goes
  package struct Flapping: Sendable {
    /// The day on which the two hours began
    package let date: CivilDate

    /// The number of times that it became true
    package let count: Int

    package init(date: CivilDate, count: Int) {
      self.date = date
      self.count = count
    }
  }

  /// The facts of an Opp
  package struct OppFacts: Sendable {
    /// The firings of each day that had any
    package var firings: [CivilDate: Int] = [:]

    /// The share of the time in which its condition was unknown; `nil` if that was not observed
    package var unknownShare: Double?

    /// The cause of most of that time, as a fragment
    package var unknownReason: String?

    /// Nil for an Opp that fired, or has no condition
    package var closest: Closest?

    /// The parts of its condition that were true whenever all others were
    package var idleParts: [NodeID] = []

    /// Nil for a condition that rarely turns
    package var flapping: Flapping?

    /// The share of its notifications that were dismissed; `nil` if there is no store
    package var dismissedShare: Double?

    package init() {}
  }

  /// The origin of the facts
  package enum Origin: Hashable, Sendable {
    /// A replay of the rules as they are now
    case replay
    /// The firings that a store has kept
    case store
  }

  /// The first and the last day, both included
  package let days: ClosedRange<CivilDate>
  package let origin: Origin

  /// The sources and tables of which there is anything at all
  package var owners: Set<String> = []

  /// Fields that had a value; one of an owner in ``owners`` that is not here, or has count 0, never had any
  package var fields: [FieldName: FieldFacts] = [:]

  /// By the index of the rule in the graph; only firings are known from a store
  package var opps: [Int: OppFacts] = [:]

  /// The texts of addresses that were looked up, and whether a place was found
  package var addresses: [String: Bool] = [:]

  /// The number of places that were found of each category that was looked for
  package var categories: [String: Int] = [:]

  /// `true` if all places are known, so that a category that is not named has none
  package var hasAllCategories = false

  package init(days: ClosedRange<CivilDate>, origin: Origin = .replay) {
    self.days = days
    self.origin = origin
  }

  /// `true` for a category that was looked for, and of which no place was ever found
  package func isWithoutPlaces(_ category: String) -> Bool {
    categories[category].map { $0 == 0 } ?? hasAllCategories
  }

  /// The number of days, both ends included
  package var dayCount: Int { Int(days.upperBound.days - days.lowerBound.days) + 1 }

  /// A note of the days that a finding is about
  var note: String {
    let count = dayCount == 1 ? "1 day" : "\(dayCount) days"
    return dayCount == 1
      ? "observed on \(days.lowerBound.words)"
      : "observed over \(count), from \(days.lowerBound.words) to \(days.upperBound.words)"
  }
}

extension LintSubject {
  /// The facts of the field that a node reads; nil without data, or for a node that reads none
  func facts(of node: NodeID) -> (ObservedData, Measurement, ObservedData.FieldFacts)? {
    // A field that only rows have is found by the name of its table.
    guard let observed, let measurement = measurement(node) else { return nil }
    let name = ObservedData.FieldName(owner: measurement.owner, field: measurement.field)
    return observed.fields[name].map { (observed, measurement, $0) }
  }

  /// The Opps that can fire, each with its facts
  var observedOpps: [(LintedOpp, ObservedData, ObservedData.OppFacts)] {
    guard let observed else { return [] }
    return opps.compactMap { opp in
      guard !opp.rule.isDisabled, let facts = observed.opps[opp.index] else { return nil }
      return (opp, observed, facts)
    }
  }

  /// `true` for an Opp that is meant to fire seldom: it is urgent, red, or its words speak of danger
  func isAlarm(_ opp: LintedOpp) -> Bool {
    opp.rule.isUrgent || graph.constantColour(of: opp.rule) == Colour.rgb("red")
      || !words(of: opp).isDisjoint(with: Self.wordsOfDanger)
  }

  /// Words of names and texts, in small letters
  private static let wordsOfDanger: Set<String> = [
    "alarm", "alert", "danger", "storm", "stormy", "smoke", "fire", "frost", "flood", "leak",
    "burst",
    "tornado", "hurricane", "heat", "heatwave", "ice", "icy", "emergency", "warning", "shelter",
    "gale",
  ]
}
