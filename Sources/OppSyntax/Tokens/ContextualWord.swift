/// The words that mean something at their place and are names everywhere else
///
/// ```opp
/// opp "Way home" when near home and test > 3     // `opp` and `when` are keywords, `test` is a name
/// ```
///
/// The order of the cases matters: ``beginsDeclaration`` and ``endsOperands`` compare their raw values.
package enum ContextualWord: UInt8, Hashable, Sendable, CaseIterable {
  // Declarations
  case place
  case `let`
  case `enum`
  case source
  case table
  case set
  case connect
  case test
  case chart
  case opp

  // Clauses and their parts
  case on
  case when
  case notify
  /// `notify "…" to "Ann"`, `connect weather to openmeteo()`
  case to
  /// `notify "…" with { count: 3 }`, and in a test `fires with "…"`
  case with
  /// `record visits { place: "home", count: 1 }`
  case record
  case colour
  /// `at most once per day`, and the time of a step in a test
  case at
  /// `again every 1h`
  case again
  case snooze
  /// `expires 2h`
  case expires
  case urgent
  case disabled
  /// `fresh for 1h` of a source or a table
  case fresh
  /// `cost 2` of a source
  case cost
  /// `table visits by place`, `tasks by due`
  case by
  /// `given sky = sunny`
  case given
  /// `expect "Tea" fires`
  case expect

  // Inside of clauses
  case most
  case once
  case per
  /// `at most once per day in all`
  case all
  /// `on every 90min`, `again every 1h`
  case every
  /// `on entering home`
  case entering
  case leaving
  /// `on sky changes`
  case changes
  /// `on sky changes from rain to sunny`
  case from
  /// `on visit added`, with the name of the row of `for each`
  case added
  case removed
  /// `on event begins`
  case begins
  case ends
  /// `given no visits { place: "home" }`
  case no
  /// `given address "12 Main St" = @52.0872,5.1395`
  case address
  case fires
  /// `expect "Tea" quiet`
  case quiet
  case unknown
  /// `list contains value`: an operator
  case contains
  /// `at least 2 of [a, b, c]`
  case least
  case exactly
  /// `exactly 1 of [a, b]`, and the clause of a chart
  case of
  /// `tasks by due descending`
  case descending
  /// `title starts with "Dr"`: an operator of two words, as is `ends with`
  case starts
  /// `temp > 20C until temp < 18C`: an operator
  case until
  /// `given answer "Medicine" = done`
  case answer

  /// The word as it is written
  package var spelling: StaticString {
    switch self {
    case .place: "place"
    case .let: "let"
    case .enum: "enum"
    case .source: "source"
    case .table: "table"
    case .set: "set"
    case .connect: "connect"
    case .test: "test"
    case .chart: "chart"
    case .opp: "opp"
    case .on: "on"
    case .when: "when"
    case .notify: "notify"
    case .to: "to"
    case .with: "with"
    case .record: "record"
    case .colour: "colour"
    case .at: "at"
    case .again: "again"
    case .snooze: "snooze"
    case .expires: "expires"
    case .urgent: "urgent"
    case .disabled: "disabled"
    case .fresh: "fresh"
    case .cost: "cost"
    case .by: "by"
    case .given: "given"
    case .expect: "expect"
    case .most: "most"
    case .once: "once"
    case .per: "per"
    case .all: "all"
    case .every: "every"
    case .entering: "entering"
    case .leaving: "leaving"
    case .changes: "changes"
    case .from: "from"
    case .added: "added"
    case .removed: "removed"
    case .begins: "begins"
    case .ends: "ends"
    case .no: "no"
    case .address: "address"
    case .fires: "fires"
    case .quiet: "quiet"
    case .unknown: "unknown"
    case .contains: "contains"
    case .least: "least"
    case .exactly: "exactly"
    case .of: "of"
    case .descending: "descending"
    case .starts: "starts"
    case .until: "until"
    case .answer: "answer"
    }
  }

  /// ``spelling`` as a string
  package var text: String {
    spelling.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  /// `true` if the word begins a declaration
  package var beginsDeclaration: Bool { rawValue <= ContextualWord.opp.rawValue }

  /// `true` if the word begins a declaration whose name is a text
  var isNamedByText: Bool { self == .opp || self == .test || self == .chart }

  /// `true` if the word begins a declaration, a clause or a part of one, so that an operand is missing
  /// if the word is found in its place
  var endsOperands: Bool { rawValue <= ContextualWord.expect.rawValue }
}

extension ContextualWord {
  /// The clause that is meant by a word of the same sense
  static func clause(meantBy word: String) -> ContextualWord? {
    switch word {
    case "color": .colour
    case "alert", "say", "send", "message", "remind", "tell", "text", "print", "echo", "log",
      "return", "speak", "announce", "toast", "warn", "show", "ping":
      .notify
    case "if", "while", "whenever", "condition", "wenn", "falls", "cuando", "quand": .when
    case "trigger", "triggers": .on
    case "action", "sende", "melde": .notify
    case "repeat": .again
    default: nil
    }
  }
}
