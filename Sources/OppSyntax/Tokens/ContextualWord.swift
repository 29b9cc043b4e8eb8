/// The words that mean something at their place and are names everywhere else
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
  case opp

  // Clauses and their parts
  case on
  case when
  case notify
  case to
  case with
  case record
  case colour
  case at
  case again
  case snooze
  case urgent
  case disabled
  case fresh
  case cost
  case by
  case given
  case expect

  // Inside of clauses
  case most
  case once
  case per
  case every
  case entering
  case leaving
  case changes
  case added
  case removed
  case begins
  case ends
  case no
  case fires
  case quiet
  case unknown
  case contains

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
    case .every: "every"
    case .entering: "entering"
    case .leaving: "leaving"
    case .changes: "changes"
    case .added: "added"
    case .removed: "removed"
    case .begins: "begins"
    case .ends: "ends"
    case .no: "no"
    case .fires: "fires"
    case .quiet: "quiet"
    case .unknown: "unknown"
    case .contains: "contains"
    }
  }

  package var text: String {
    spelling.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the word begins a declaration
  package var beginsDeclaration: Bool { rawValue <= ContextualWord.opp.rawValue }

  /// Whether the word begins a declaration, a clause or a part of one, so that an operand is missing
  /// where it is found in place of one
  var endsOperands: Bool { rawValue <= ContextualWord.expect.rawValue }

  private static let packed: [UInt64] = allCases.map { word in
    word.spelling.withUTF8Buffer { PackedWord.packed($0) ?? 0 }
  }

  /// The contextual word that bytes spell
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 2, let word = PackedWord.packed(bytes) else { return nil }
    guard let index = ContextualWord.packed.firstIndex(of: word) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}
