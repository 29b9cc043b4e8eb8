internal import OppModel

/// The kind of an entry of memory: the first word of its key
enum MemoryKind: String {
  case engine
  case truth
  case lastKnown = "last"
  case change
  case window
  case steps
  case rule
  case opp
  case limit
  case reading
  case calendar
  case table
  case row
  case dormant
  case rows
  case address
  case places
  case records
  case loss
  case control
  case answers
  case held
  case waits

  /// Whether an entry of the kind counts also where its seconds lie in the future
  var isTimeless: Bool {
    switch self {
    case .row, .dormant, .rows, .address, .places, .control: true
    case .engine, .truth, .lastKnown, .change, .window, .steps, .rule, .opp, .limit, .reading,
      .calendar,
      .table, .records, .loss, .answers, .held, .waits:
      false
    }
  }

  init?(key: String) { self.init(rawValue: key.firstWord) }
}

extension String {
  /// The text before the first space, or all of it if it has no space
  package var firstWord: String {
    String(decoding: utf8.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }
}

/// Keys by meaning: the kind, the name of the thing, which is the same on every machine, and the keys of its rows
///
/// ```
/// opp "b" when average(level, last 1h) > 3
///
/// window 7505faf9…                the average, whichever Opps have it
/// steps window 7505faf9… 0 445…   a stretch of its history
/// opp 1:b                         the Opp, by its name
/// ```
///
/// An edit that changes the meaning of a condition changes its key, so that the memory of another is never taken for
/// its own; reordering Opps, renaming a `let` or reformatting changes none.
///
/// They are made once and shared, for each entry is written with them.
final class MemoryKeys: Sendable {
  /// Names sources, tables and rules
  let graph: ConditionGraph

  /// The meanings of the nodes and rules of the graph
  let meanings: Meanings

  /// The enums and tables of the graph
  private let schema: ValueSchema

  /// The keys of the readings of sources without parameters, by source
  private let readings: [String]

  /// The keys of tables, and of their dormant rows
  private let tables: [(known: String, dormant: String)]

  /// By source
  let fieldsOfSource: [[WrittenField]]

  /// By table
  let fieldsOfTable: [[WrittenField]]

  /// The source of the calendar, or `nil`
  let calendar: SourceID?

  init(_ graph: ConditionGraph) {
    self.graph = graph
    meanings = Meanings(graph)
    schema = ValueSchema(graph)
    readings = graph.sources.map { [schema] source in
      var key = MemoryWriter(schema, keyOf: .reading, source.name)
      key.add(0)
      return key.text
    }
    tables = graph.tables.map { [schema] table in
      (
        MemoryWriter(schema, keyOf: .table, table.name).text,
        MemoryWriter(schema, keyOf: .dormant, table.name).text
      )
    }
    fieldsOfSource = graph.sources.map { [schema] source in
      source.fields.map { WrittenField($0, schema) }
    }
    fieldsOfTable = graph.tables.map { [schema] table in
      table.fields.map { WrittenField($0, schema) }
    }
    calendar = graph.wellKnown.calendar?.source
  }

  /// The writer of the content of an entry
  func writer() -> MemoryWriter { MemoryWriter(schema) }

  /// The writer of a key of a kind
  private func writer(_ kind: MemoryKind) -> MemoryWriter {
    MemoryWriter(schema, beginning: kind.rawValue)
  }

  /// The writer of a key of a kind that a name follows
  private func key(_ kind: MemoryKind, _ name: String) -> MemoryWriter {
    MemoryWriter(schema, keyOf: kind, name)
  }

  /// `truth 0f3c… 6:chores 1 t 1:a`; nil for an instance that keeps nothing
  func key(ofInstance instance: InstanceID, in engine: borrowing Engine) -> String? {
    let index = engine.evaluator.instances.template[instance]
    guard meanings.nodes.has(index), engine.evaluator.code[index].isMaintained,
      engine.evaluator.instances.slot(of: instance) != nil,
      let kind = engine.evaluator.code[index].traits.memoryKind
    else { return nil }
    let scopes = engine.evaluator.program.templates[index].scopes
    // The template of a row is an instance too, but one that is of no row.
    if !scopes.isEmpty, instance == InstanceID(index) { return nil }
    var writer = writer(kind)
    writer.add(meanings.nodes[index])
    for row in engine.evaluator.instances.rows(of: instance, in: scopes) {
      writer.add(engine.evaluator.facts.rowID(row))
    }
    return writer.text
  }

  /// `opp 5:Lunch`, `opp 5:Lunch 6:chores 1 t 1:a`
  func key(ofRule rule: Int, for row: RowID?) -> String {
    guard let row else { return meanings.rules[rule].key }
    var writer = key(.opp, graph.rules[rule].name)
    writer.add(row)
    return writer.text
  }

  /// `rule 5:Lunch`, of a rule that is `for each` or has a limit
  func key(ofRule rule: Int) -> String { key(.rule, graph.rules[rule].name).text }

  /// `limit 5:Lunch`, of one with `at most … in all`
  func key(ofLimitOf rule: RuleID) -> String { key(.limit, graph.rules[rule].name).text }

  /// `dormant 6:agenda`
  func key(ofDormantRowsOf table: TableID) -> String { tables[table].dormant }

  /// `rows 6:agenda 425`
  func key(ofRowsOf table: TableID, _ number: Int64) -> String {
    var writer = key(.rows, graph.tables[table].name)
    writer.add(number)
    return writer.text
  }

  /// The key of the window of a stretch: `window 7505faf9…` of `steps window 7505faf9… 0 445`
  static func window(ofSteps key: String) -> String {
    var window = key.dropFirst(MemoryKind.steps.rawValue.utf8.count + 1)
    for _ in 0..<2 { window = window[..<(window.lastIndex(of: " ") ?? window.endIndex)] }
    return String(window)
  }

  /// The key of the table of dormant rows: `dormant 6:agenda` of `rows 6:agenda 425`
  static func dormant(ofRows key: String) -> String {
    let end = key.lastIndex(of: " ") ?? key.endIndex
    return MemoryKind.dormant.rawValue + key[..<end].dropFirst(MemoryKind.rows.rawValue.count)
  }

  /// `row 6:chores 1 t 1:a`
  func key(of row: RowID) -> String {
    var writer = writer(.row)
    writer.add(row)
    return writer.text
  }

  /// `reading 7:weather 1 ?`
  func key(ofReading source: SourceID, _ arguments: [Value?]) -> String {
    if arguments.isEmpty { return readings[source] }
    let source = graph.sources[source]
    var writer = key(.reading, source.name)
    writer.add(arguments.count)
    for (index, argument) in arguments.enumerated() {
      let type =
        source.parameters.indices.contains(index) ? source.parameters[index].type : .number
      // A default counts as its value, so that a reading is not taken for one of a new default.
      writer.add(
        argument ?? (source.defaults.indices.contains(index) ? source.defaults[index] : nil), type)
    }
    return writer.text
  }

  /// `table 6:chores`
  func key(ofTable table: TableID) -> String { tables[table].known }

  /// `address 12:1 Main St, X`, by the length of the text in bytes
  func key(ofAddress text: String) -> String { key(.address, text).text }

  /// `loss 7:weather`
  func key(ofLoss name: String) -> String { key(.loss, name).text }

  /// `control 5:Lunch`
  func key(ofControl name: String) -> String { key(.control, name).text }
}

/// The meanings of the nodes and rules of an engine
struct Meanings: Sendable {
  /// By node
  let nodes: [Fingerprint]

  /// By rule
  let rules: [RuleMeaning]

  init(_ graph: ConditionGraph) {
    let nodes = graph.fingerprints()
    self.nodes = nodes
    let conditions = graph.conditionFingerprints(nodes)
    let schema = ValueSchema(graph)
    var rules: [RuleMeaning] = []
    for (rule, condition) in zip(graph.rules, conditions) {
      var events: [RuleMeaning.Event] = []
      for event in rule.events {
        events.append(
          RuleMeaning.Event(
            meaning: WrittenMeaning(graph.fingerprint(of: event, in: rule, nodes), schema),
            type: graph.typeOfValue(event)))
      }
      rules.append(
        RuleMeaning(
          key: MemoryWriter(schema, keyOf: .opp, rule.name).text,
          condition: WrittenMeaning(condition, schema), events: events, limit: rule.limit,
          words: graph.wordNodes(of: rule).map { RuleMeaning.Word($0, nodes, in: graph) },
          parts: graph.partNodes(of: rule).map { RuleMeaning.Word($0, nodes, in: graph) }))
    }
    self.rules = rules
  }
}

/// The meaning of a rule, by which the memory of its Opps is found again
///
/// It is an object, for it is handed on with each entry of an Opp, and a copy would count the owners of all its parts.
final class RuleMeaning: Sendable {
  /// The key of its Opp, if that is not of a row
  let key: String

  /// Of its condition with its list
  let condition: WrittenMeaning

  /// One an event
  let events: [Event]

  /// `at most`; nil without it
  let limit: RateLimit?

  /// One for each value that it says or records
  let words: [Word]

  /// One for each part of its condition that may be known when an event waits
  let parts: [Word]

  /// A value that a waiting firing keeps, with the meaning by which it is found again
  struct Word: Sendable {
    let node: NodeID
    let meaning: Fingerprint
    let type: ValueType

    /// - Parameter meanings: one a node.
    init(_ node: NodeID, _ meanings: [Fingerprint], in graph: ConditionGraph) {
      self.node = node
      meaning = meanings[node]
      type = graph[node].type
    }
  }

  /// The meaning of an event, and the type of the value that it looks at
  struct Event: Sendable {
    let meaning: WrittenMeaning
    let type: ValueType
  }

  init(
    key: String, condition: WrittenMeaning, events: [Event], limit: RateLimit?, words: [Word],
    parts: [Word]
  ) {
    self.key = key
    self.condition = condition
    self.events = events
    self.limit = limit
    self.words = words
    self.parts = parts
  }

  /// The places of the events with a meaning: `on alarm or alarm` has two
  func places(ofEvent fingerprint: Fingerprint) -> [Int] {
    events.indices.filter { events[$0].meaning.fingerprint == fingerprint }
  }
}

extension ConditionGraph {
  /// The type of the value that an event looks at
  fileprivate func typeOfValue(_ event: Event) -> ValueType {
    guard case .changes(let node) = event, nodes.has(node) else {
      return .bool
    }
    return self[node].type
  }
}
