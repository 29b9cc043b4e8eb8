package import OppModel

/// A reading of a source that is known, or was
package struct KnownReading {
  package let source: SourceID
  package let arguments: [Value?]

  /// Whether it counts at present
  package let isFresh: Bool

  /// Whether it is a calendar, which has times of being busy in place of fields
  package let isSchedule: Bool

  /// Its own instant
  package let instant: Int64

  /// The first second at which it is too old, or was; the distant past if there never was one
  package let end: Int64

  package var key: FetchKey { .source(source, arguments) }

  init(_ subject: borrowing Subject) {
    source = subject.source
    arguments = subject.arguments
    isFresh = subject.isFresh
    isSchedule = subject.schedule != nil
    instant = subject.instant
    end = isFresh ? subject.expiry : subject.staleSince?.seconds ?? Seconds.past
  }
}

/// The subjects that are known at the present second, for a session that has fetched them
extension Engine {
  /// The last reading of a source with values of its parameters; nil if nothing has asked for one
  package func lastReading(of source: SourceID, _ arguments: [Value?]) -> KnownReading? {
    guard let index = evaluator.facts.sources.index(source, arguments) else { return nil }
    return KnownReading(evaluator.facts.sources.subjects[index])
  }

  /// The fields of the last reading of a source with values of its parameters
  package func lastFields(of source: SourceID, _ arguments: [Value?]) -> [FieldReading] {
    guard let index = evaluator.facts.sources.index(source, arguments) else { return [] }
    return evaluator.facts.sources.subjects[index].fieldReadings(evaluator.pool)
  }

  /// The readings that count at present, in the order in which they were first asked for
  package var freshReadings: [KnownReading] {
    var readings: [KnownReading] = []
    for index in SubjectID.all(in: evaluator.facts.sources.subjects)
    where evaluator.facts.sources.subjects[index].isFresh {
      readings.append(KnownReading(evaluator.facts.sources.subjects[index]))
    }
    return readings
  }

  /// The tables whose rows are known
  package var knownTables: [TableID] {
    TableID.all(in: evaluator.facts.tables).filter { evaluator.facts.tables[$0].isKnown }
  }

  /// Whether there is a table, and its rows are known
  package func hasRows(of table: TableID) -> Bool {
    evaluator.facts.tables.has(table) && evaluator.facts.tables[table].isKnown
  }

  /// The categories whose places are known
  package var knownCategories: [String] {
    evaluator.facts.places.known.map { $0.category }
  }

  /// The subjects that the rules read now, and the categories whose places are known
  package var readSubjects: [FetchKey] {
    var subjects: [FetchKey] = []
    for index in SubjectID.all(in: evaluator.facts.sources.subjects)
    where !evaluator.facts.sources.subjects[index].leaves.isEmpty {
      subjects.append(KnownReading(evaluator.facts.sources.subjects[index]).key)
    }
    for table in TableID.all(in: evaluator.facts.tables)
    where evaluator.facts.tables[table].isRead {
      subjects.append(.table(table))
    }
    for category in knownCategories { subjects.append(.places(category: category)) }
    return subjects
  }

  /// The position of the person at the present second
  package var personPosition: Position? {
    evaluator.facts.sources.personPosition(in: graph, at: evaluator.now)
  }

  /// Whether a subject is missing, can be fetched, and its last fetch did not fail
  package func isAwaited(_ subject: FetchKey) -> Bool { evaluator.facts.isAwaited(subject) }

  /// Whether the last fetch of a subject that is unknown failed, or was given up
  package func hasFailed(_ subject: FetchKey) -> Bool { evaluator.facts.hasFailed(subject) }
}
