package import OppModel

/// Something that becomes known, handed to the engine in the step at which it counts
package enum Arrival: Sendable {
  case reading(SourceReading)
  case rows(TableChange)

  /// The calendar, for `calendar` and for looking ahead
  case schedule(Schedule)

  /// The position that geocoding found for a text; nil for *no such address*
  case address(text: String, position: Position?)

  /// Every place of the recording or the file, in place of those before; with a category, the places
  /// of that category alone, and those of other categories stay
  ///
  /// An empty list is a response, too: there is none.
  case places([KnownPlace], category: String? = nil)

  /// A source or a table cannot be read: its values are unknown from now on
  ///
  /// `name` is that of the source or table; `reason` is a fragment for people, such as
  /// `the service responded with 429`.
  case unavailable(name: String, reason: String)

  /// A fetch of a subject failed: where its earlier values no longer count, `reason` is why they are
  /// unknown
  case lost(FetchKey, reason: String)

  /// The values of a calendar or a table count through an instant, and no longer
  ///
  /// Readings of other sources carry their own freshness.
  case counts(FetchKey, through: Instant)

  /// A subject whose fetch failed is being fetched anew, and not merely tried again: if it is unknown,
  /// it is undecided until there is a response
  case awaited(FetchKey)

  /// A person has answered a firing
  case answer(GivenAnswer)

  /// Whether it is an answer
  package var isAnswer: Bool {
    if case .answer = self { return true }
    return false
  }

  /// The subject of which it brings something or says how long it counts; nil if there is none
  ///
  /// - Parameter calendar: the source of the calendar.
  package func subject(calendar: SourceID?) -> FetchKey? {
    switch self {
    case .reading(let reading): .source(reading.source, reading.arguments)
    case .rows(let change): .table(change.table)
    case .schedule: calendar.map { .source($0, []) }
    case .address(let text, _): .address(text)
    case .places(_, let category): .places(category: category ?? "")
    case .counts(let subject, _): subject
    case .unavailable, .lost, .awaited, .answer: nil
    }
  }
}

/// An answer to all firings of an Opp, or of one row of it, of earlier seconds that have none or were snoozed
package struct GivenAnswer: Hashable, Sendable {
  /// The name of the Opp
  package let opp: String

  /// The key of the row as people spell it (``RowText/isSpelling(_:of:)``); nil for all rows
  package let row: String?

  package let answer: Answer

  /// The end of a snooze; nil where the Opp's own `snooze` says how long it is
  package let until: Instant?

  /// The second at which it was given, if it may arrive later; nil for that of its arrival
  ///
  /// A daemon that was off runs through all seconds since, and this one is among them.
  package let given: Instant?

  package init(
    opp: String, row: String? = nil, answer: Answer, until: Instant? = nil, given: Instant? = nil
  ) {
    self.opp = opp
    self.row = row
    self.answer = answer
    self.until = until
    self.given = given
  }

  /// The second until which it snoozes, if it does; nil for an answer at `now` that changes nothing
  func end(at now: Int64, _ graph: ConditionGraph) -> Int64? {
    guard answer != .unanswered, let rule = graph.rules.first(where: { $0.name == opp }) else {
      return nil
    }
    let end = until?.seconds ?? Seconds.add(now, rule.snooze)
    // A snooze that is over is none, and leaves one that lasts longer as it is.
    return answer != .snoozed || end > now ? end : nil
  }

  /// Whether it is of a row by its plain text
  func concerns(row text: String) -> Bool {
    row.map { RowText.isSpelling($0, of: text) } ?? true
  }
}

/// One reading of a whole source
package struct SourceReading: Hashable, Sendable {
  package let source: SourceID

  /// One value a parameter; nil for the parameter's default
  package var arguments: [Value?]

  /// The whole second from which it counts
  package var instant: Instant

  /// One a field of the source, in its order
  package let fields: [FieldReading]

  /// In place of the source's freshness, in seconds, as `fresh` of a recording has it
  package var freshness: Int64?

  /// Whether the reading holds until the next, without regard to the freshness (`given` in tests)
  package let isLasting: Bool

  package init(
    source: SourceID, arguments: [Value?], instant: Instant, fields: [FieldReading],
    freshness: Int64?, isLasting: Bool
  ) {
    self.source = source
    self.arguments = arguments
    self.instant = instant
    self.fields = fields
    self.freshness = freshness
    self.isLasting = isLasting
  }
}

/// A reading of one field
package enum FieldReading: Hashable, Sendable {
  case known(Value)

  /// The reading did not have the field: unknown until the next
  case missing

  /// The field was never read: it has no column
  case neverRead

  /// The field keeps its last value (`given` in tests sets one field at a time)
  case unchanged
}

/// Rows that come, change or go
package struct TableChange: Hashable, Sendable {
  package let table: TableID

  /// Rows put in, or in place of the row with the same key; one value a field, nil where unknown
  package let rows: [[Value?]]

  /// Keys of rows taken out
  package let removedKeys: [[Value]]

  /// Whether these are all the rows there are, and every other goes
  ///
  /// A connector that fetches whole tables need not remember their earlier rows: rows from before a
  /// restart are known to the engine alone.
  package let isWhole: Bool

  package init(
    table: TableID, rows: [[Value?]], removedKeys: [[Value]], isWhole: Bool = false
  ) {
    self.table = table
    self.rows = rows
    self.removedKeys = removedKeys
    self.isWhole = isWhole
  }
}

/// The times at which a person is busy, known as far ahead as needed
///
/// - Invariant: the same instant gives the same stretch, and the stretches tile time.
package struct Schedule: Sendable {
  /// The stretch that holds at an instant
  ///
  /// A free stretch that no event ends within 3650 days may end at `Instant.distantFuture`.
  package let stretch: @Sendable (Instant) -> Stretch

  /// The object in which `stretch` looks things up, and which lasts as long as it: two schedules with the same
  /// object are equal; nil if they cannot be distinguished
  package let identity: ObjectIdentifier?

  package init(
    identity: ObjectIdentifier? = nil, stretch: @escaping @Sendable (Instant) -> Stretch
  ) {
    self.identity = identity
    self.stretch = stretch
  }

  /// `[from, to)` of one value of *busy*
  package struct Stretch: Hashable, Sendable {
    package let isBusy: Bool
    package let from: Instant
    package let to: Instant

    package init(isBusy: Bool, from: Instant, to: Instant) {
      self.isBusy = isBusy
      self.from = from
      self.to = to
    }
  }
}

/// A place that `any "category"` can find
package struct KnownPlace: Hashable, Sendable {
  package let name: String
  package let category: String
  package let position: Position

  package init(name: String, category: String, position: Position) {
    self.name = name
    self.category = category
    self.position = position
  }
}
