internal import OppModel

/// The Opps and traces that changes concern, until the rules look at them
struct Notices: Sendable {
  /// The Opps to examine at the end of this second, each once
  private(set) var opps: [OppID] = []

  /// The list that was handed out last, whose room the next one but one has
  private var takenOpps: [OppID] = []

  /// By Opp: whether it is in ``opps``
  private var isTouched: [Bool] = []

  /// The new readings of watched nodes, in the order in which they came
  var watched: [WatchedReading] = []

  /// The places of events of the sun that have changed, in the order in which they did
  var sunPlaces: [InstanceID] = []

  /// The rows that have come into tables, of which rules have no Opp yet
  var rows: [NewRow] = []

  /// A new reading of a watched node
  struct WatchedReading {
    let watch: Int
    let reading: Reading
  }

  /// A row for which a rule gets an Opp
  struct NewRow {
    let rule: Int
    let row: RowIndex

    /// Whether the table was known before the row came
    let wasKnown: Bool
  }

  /// Makes room for another Opp, which is then touched
  mutating func addOpp() {
    opps.append(OppID(isTouched.count))
    isTouched.append(true)
  }

  /// Has an Opp examined at the end of this second; one that is being made is touched when it is
  mutating func touch(_ opp: OppID) {
    guard isTouched.has(opp), !isTouched[opp] else { return }
    isTouched[opp] = true
    opps.append(opp)
  }

  mutating func add(_ reading: WatchedReading) { watched.append(reading) }
  mutating func add(_ row: NewRow) { rows.append(row) }

  /// Takes note that the place of events of the sun is another one, or no longer known
  mutating func add(sunPlace: InstanceID) {
    // The Opps of one place follow one another.
    if sunPlaces.last != sunPlace { sunPlaces.append(sunPlace) }
  }

  /// Hands out the Opps to examine
  mutating func takeOpps() -> [OppID] {
    swap(&opps, &takenOpps)
    opps.empty()
    for opp in takenOpps { isTouched[opp] = false }
    return takenOpps
  }
}
