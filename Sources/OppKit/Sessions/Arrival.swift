/// Something that becomes known to a session
public struct Arrival: Sendable {
  let content: Content

  enum Content: Sendable {
    case reading(Reading)
    case rows(RowChange)
    case events([CalendarEvent])
    case calendar([UInt8], zones: @Sendable (String) -> ZoneRules?)
    case address(String, position: Value?)
    case places([Place], category: String?)
    case lost(String, reason: String)
    case answer(Answer)
  }

  /// The number of things in it, by which the work of a step grows
  package var size: Int {
    switch content {
    case .reading, .address, .lost, .answer: 1
    case .rows(let change): change.rows.count + change.removed.count
    case .events(let events): events.count
    case .calendar(let bytes, _): bytes.count / 100
    case .places(let places, _): places.count
    }
  }

  /// A place that `any "category"` of the language can find
  public struct Place: Hashable, Sendable {
    public let name: String
    public let category: String

    /// Degrees north and east
    public let latitude: Double
    public let longitude: Double

    public init(name: String, category: String, latitude: Double, longitude: Double) {
      self.name = name
      self.category = category
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// Rows that come, change or go
  struct RowChange: Sendable {
    let table: String
    let rows: [[String: Value]]
    let removed: [[String: Value]]
    let replacesAll: Bool
  }

  /// A reading of a source
  public static func reading(_ reading: Reading) -> Arrival { Arrival(content: .reading(reading)) }

  /// Rows of a table, put in or in place of those with the same key
  ///
  /// - Parameters:
  ///   - removed: rows that go, of which the fields of the key count.
  ///   - replacesAll: whether these are all rows there are, and every other goes.
  public static func rows(
    of table: String, _ rows: [[String: Value]], removed: [[String: Value]] = [],
    replacesAll: Bool = false
  ) -> Arrival {
    Arrival(
      content: .rows(
        RowChange(table: table, rows: rows, removed: removed, replacesAll: replacesAll)))
  }

  /// All events of the person's calendar, from 32 days back to 400 ahead, in place of those before
  ///
  /// They feed the source `calendar` and the table `agenda`.
  public static func events(_ events: [CalendarEvent]) -> Arrival {
    Arrival(content: .events(events))
  }

  /// The person's calendar as iCalendar (RFC 5545), in place of that before
  ///
  /// A session reads a text that comes again once a day only, and so it may be handed over at each poll.
  ///
  /// - Parameter zones: the zones that the file names and does not define.
  public static func calendar(
    iCalendar bytes: some Sequence<UInt8>,
    zones: @escaping @Sendable (String) -> ZoneRules? = { _ in nil }
  ) -> Arrival {
    Arrival(content: .calendar(Array(bytes), zones: zones))
  }

  /// The position of an address, as a geocoding service found it; nil for none
  public static func address(_ text: String, latitude: Double, longitude: Double) -> Arrival {
    Arrival(
      content: .address(text, position: .position(latitude: latitude, longitude: longitude)))
  }

  /// An address that there is not
  public static func noAddress(_ text: String) -> Arrival {
    Arrival(content: .address(text, position: nil))
  }

  /// The places of a category around the person, in place of those before; nil for places of all categories
  public static func places(_ places: [Place], category: String? = nil) -> Arrival {
    Arrival(content: .places(places, category: category))
  }

  /// A pushed supply has been lost: its last readings count as long as they are fresh
  ///
  /// - Parameter reason: a fragment for people, such as `the car is out of reach`.
  public static func lost(_ source: String, reason: String) -> Arrival {
    Arrival(content: .lost(source, reason: reason))
  }

  /// An answer of the person to a firing
  public static func answer(_ answer: Answer) -> Arrival { Arrival(content: .answer(answer)) }
}

/// An answer of a person to the firings of an Opp that have none, or were snoozed
public struct Answer: Hashable, Sendable {
  /// The kind of an answer
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case done
    case dismissed
    case snoozed
  }

  /// The name of the Opp
  public let opp: String

  /// The row of `for each` as ``Firing/row`` spells it; nil for all rows
  public let row: String?
  public let kind: Kind

  /// The end of a snooze; nil if the Opp's own `snooze` says how long it is
  public let until: Timestamp?

  /// The second at which it was given; nil for that of its arrival
  public let at: Timestamp?

  public init(
    _ kind: Kind, to opp: String, row: String? = nil, until: Timestamp? = nil, at: Timestamp? = nil
  ) {
    self.kind = kind
    self.opp = opp
    self.row = row
    self.until = until
    self.at = at
  }
}
