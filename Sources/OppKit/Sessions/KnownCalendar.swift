internal import OppEngine
internal import OppModel
internal import OppRecordings

/// The text of the calendar that came last, as it was read
///
/// Most polls of a calendar bring the text of the poll before. It is read again once a day only, as the rows of `agenda` reach
/// from 32 days back to 400 ahead; in between, rows come and go at their seconds:
///
/// ```
/// 08:00   read           435 rows, and the changes of the day: at 09:00 one comes, at 10:01 one goes
/// 08:30   the same text  435 rows
/// 11:00   the same text  435 rows, the first of which has gone, with another at the end
/// ```
struct KnownCalendar: Sendable {
  /// Names the text
  private let digest: Fingerprint

  /// The seconds for which the rows and their changes are known
  private let period: Range<Instant>

  /// The messages on entries that could not be read
  let problems: [String]

  /// The reason why nothing is known of the calendar; `nil` if it could be read
  let unknownReason: String?

  /// The times in which an event that cannot be read may take place
  private let unclear: [UnclearTime]

  private let schedule: Schedule?

  /// The table of the rows; nil if the rules have none that calendars feed
  private let agenda: AgendaRows?

  /// The rows of the last reading
  private var rows: [[OppModel.Value?]] = []

  /// The changes of the rows that are still to come
  private var changes: ArraySlice<AgendaChange> = []

  /// The number of seconds for which changes of rows are found in advance
  private static let reach: Int64 = 86_400

  /// Reads a calendar
  init(
    _ bytes: [UInt8], _ graph: ConditionGraph, _ zone: Zone, at now: Instant,
    zones: @escaping (String) -> ZoneRules?
  ) {
    let (file, problems) = CalendarFile.read(
      bytes, defaultZone: zone, zones: { zones($0)?.zone }, owners: graph.settings.addresses)
    self.init(file, Self.digest(of: bytes), problems, graph, at: now)
  }

  /// A calendar of which every occurrence is known
  init(_ occurrences: [Occurrence], _ graph: ConditionGraph, at now: Instant) {
    self.init(CalendarFile(occurrences: occurrences), Self.digest(of: []), [], graph, at: now)
  }

  private init(
    _ file: CalendarFile, _ digest: Fingerprint, _ problems: [CalendarProblem],
    _ graph: ConditionGraph, at now: Instant
  ) {
    self.digest = digest
    let table = graph.wellKnown.agenda?.table
    agenda = table.flatMap { id in
      AgendaRows.canFeed(graph[id]) ? AgendaRows(id: id, table: graph[id]) : nil
    }
    period = now..<now.advanced(by: Self.reach)
    unclear = file.unclear
    var messages = problems.map { $0.message }
    guard file.unknownReason == nil else {
      (unknownReason, schedule, self.problems) = (file.unknownReason, nil, messages)
      return
    }
    var reason: String?
    if let agenda {
      do throws(CalendarProblem) {
        let found = try file.agendaChanges(from: now, to: period.upperBound)
        let later = found.firstIndex { $0.instant > now } ?? found.endIndex
        rows = found[..<later].map { agenda.row(of: $0.occurrence) }
        changes = found[later...]
      } catch {
        messages.append(error.message)
        reason = error.message
      }
    }
    (unknownReason, schedule, self.problems) = (reason, file.schedule(), messages)
  }

  private static func digest(of bytes: [UInt8]) -> Fingerprint {
    var hasher = FingerprintHasher()
    for byte in bytes { hasher.add(byte: byte) }
    return hasher.fingerprint
  }

  /// `true` if it is of a text, and has the rows of a second
  func has(_ bytes: [UInt8], at now: Instant) -> Bool {
    period.contains(now) && digest == Self.digest(of: bytes)
  }

  /// The arrivals of a second, none before the last
  mutating func arrivals(at now: Instant) -> [OppEngine.Arrival] {
    if let unknownReason = unknownReason ?? UnclearTime.reason(at: now, among: unclear) {
      return ["calendar", "agenda"].map { .unavailable(name: $0, reason: unknownReason) }
    }
    var arrivals: [OppEngine.Arrival] = []
    if let schedule { arrivals.append(.schedule(schedule)) }
    guard let agenda else { return arrivals }
    while let change = changes.first, change.instant <= now {
      changes = changes.dropFirst()
      apply(change, agenda)
    }
    arrivals.append(
      .rows(TableChange(table: agenda.id, rows: rows, removedKeys: [], isWhole: true)))
    return arrivals
  }

  /// Adds or removes a row
  ///
  /// One that comes begins 400 days later, which no row before it does; so the rows stay in order.
  private mutating func apply(_ change: AgendaChange, _ agenda: AgendaRows) {
    if change.isEntering { return rows.append(agenda.row(of: change.occurrence)) }
    let key = agenda.key(of: change.occurrence)
    if let place = rows.firstIndex(where: { agenda.table.keyValues(of: $0) == key }) {
      rows.remove(at: place)
    }
  }
}
