internal import OppModel

/// The events by which the rules of a table wait for its rows, where these concern nothing but their own instants
///
/// `opp "x" for each event in agenda on event.begins - 10min when …` looks at a row at 10 minutes before it begins, and at
/// no other second. A row of next month is *dormant*: it is kept as the values of its response, without a ``RowState``,
/// instances and an Opp, until the time of its event is near:
///
/// ```
///   now              a day before            begins - 10min
///   ├── dormant ─────┼── awake ──────────────┼───────────────
///                    └ awakens, together with those of the two days to come
/// ```
///
/// A calendar of a year has a few hundred rows, of which some five are awake.
struct RowClock: Hashable, Sendable {
  /// The events of all rules over the table; none if no rule has one
  private let alarms: [Alarm]

  /// An event at an instant of the row
  private struct Alarm: Hashable {
    /// The place of the instant in its table
    let field: Int

    /// The number of seconds to add to it
    let offset: Double
  }

  /// The number of seconds before its event up to which a row may be dormant
  ///
  /// Whatever looks ahead to events looks no further than a day.
  static let notice: Int64 = 86_400

  /// The number of seconds ahead over which rows awaken together
  static let reach: Int64 = 2 * 86_400

  /// - Returns: nil where rows of the table matter at other seconds too: they are counted or listed, read by others, or
  ///   their rules remember something of them, or wait for other events.
  init?(ofTable table: TableID, _ program: Program, _ graph: ConditionGraph) {
    guard graph.tables[table].firings == nil, !graph.tables[table].isComputed else { return nil }
    for node in graph.nodes where graph.reads(table, in: node.operation) { return nil }
    var alarms: [Alarm] = []
    for rule in graph.rules {
      if rule.record?.table == table { return nil }
      guard let query = rule.rows, query.table == table else { continue }
      guard !rule.events.isEmpty, rule.repetition == nil else { return nil }
      let remembers = program.templates.contains {
        $0.instruction.traits.contains(.remembers) && $0.scopes.contains(query.scope)
      }
      if remembers { return nil }
      for event in rule.events {
        guard let alarm = Self.alarm(event, graph) else { return nil }
        if !alarms.contains(alarm) { alarms.append(alarm) }
      }
    }
    self.alarms = alarms
  }

  /// The alarm of an event at an instant of the row, or so long before or after it; nil for any other event
  private static func alarm(_ event: Event, _ graph: ConditionGraph) -> Alarm? {
    guard case .instant(let node) = event else { return nil }
    if case .rowField(_, let field) = graph[node].operation {
      return Alarm(field: field, offset: 0)
    }
    guard case .arithmetic(let operation, let instant, let duration) = graph[node].operation,
      operation == .add || operation == .subtract,
      case .rowField(_, let field) = graph[instant].operation,
      case .constant(.scalar(let seconds)) = graph[duration].operation
    else { return nil }
    return Alarm(field: field, offset: operation == .add ? seconds : -seconds)
  }

  /// The first second from one on at which an event of a row may happen; never if none is to come
  func second(of values: [Value?], from now: Int64) -> Int64 {
    var next = Seconds.never
    for alarm in alarms where values.indices.contains(alarm.field) {
      guard case .scalar(let instant)? = values[alarm.field] else { continue }
      let second = instant + alarm.offset
      if second >= Double(now) { next = min(next, Seconds.whole(second)) }
    }
    return next
  }

  /// The second before which a row has to be awake whose next event is at a second
  static func awakening(before second: Int64) -> Int64 { Seconds.move(second, by: -notice) }

  /// The second of the next event of a row that may be dormant; nil for one that has to be awake
  func sleep(of values: [Value?], at now: Int64) -> Int64? {
    let second = second(of: values, from: now)
    return second > Seconds.add(now, Self.reach) ? second : nil
  }
}

extension RowClock {
  /// Each event: the name of its field, and the seconds to add
  func write(to writer: inout MemoryWriter, _ schema: Table) {
    writer.add(alarms.count)
    for alarm in alarms {
      writer.add(schema.fields[alarm.field].name)
      writer.add(alarm.offset)
    }
  }

  /// Reads events over, and returns whether they are those of a clock; false if there is none
  static func isEqual(_ clock: RowClock?, to reader: inout MemoryReader, _ schema: Table) -> Bool {
    var others: [Alarm] = []
    let count = reader.count()
    for _ in 0..<count {
      let name = reader.string()
      let offset = reader.number()
      guard let field = schema.fields.firstIndex(where: { $0.name == name }) else { continue }
      others.append(Alarm(field: field, offset: offset))
    }
    return others.count == count && clock?.alarms == others
  }
}

extension ConditionGraph {
  /// Whether an operation reads rows of a table other than that of its own scope
  fileprivate func reads(_ table: TableID, in operation: Operation) -> Bool {
    if case .aggregate(_, let query) = operation { return query.table == table }
    if case .rowPart(let row, _) = operation { return self[row].type == .row(table) }
    return false
  }
}
