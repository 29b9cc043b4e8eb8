internal import OppModel

/// Writes the nodes of a random graph, equal ones once
struct RandomNodes {
  static let types: [ValueType] = [
    .number, .duration, .length, .speed, .temperature, .timeOfDay, .date, .instant,
  ]
  static let sensor = SourceID(index: 0)
  static let meter = SourceID(index: 1)
  static let calendar = SourceID(index: 2)
  static let location = SourceID(index: 3)
  static let chores = TableID(index: 0)
  static let diary = TableID(index: 1)
  static let agenda = TableID(index: 2)
  static let gaps = TableID(index: 5)
  static let values = TableID(index: 6)

  /// The rows of tables at no depth, of `where` inside `for each` at another
  static let outerScope = ScopeID(index: 0)
  static let innerScope = ScopeID(index: 1)
  static let diaryScope = ScopeID(index: 2)
  static let agendaScope = ScopeID(index: 3)
  static let gapScope = ScopeID(index: 6)
  static let valueScope = ScopeID(index: 7)

  var random: SplitMix64
  var graph = ConditionGraph()
  private var identities: [Node: NodeID] = [:]

  /// Whether conditions read firings; each rule has a limit then, for they may be in a circle
  var readsFirings = false

  /// `true` if the rule that is made may read when firings of "alpha" ended
  var isEndRead = false

  /// Whether the rows of `for each` are in scope
  var isForEach = false

  /// `true` if times of day are often the first or last seconds of an hour or a day
  let hasEdges: Bool

  init(seed: UInt64) {
    hasEdges = seed >= LawSeeds.edges
    random = SplitMix64(seed: seed)
    graph.enumerations = [
      Enumeration(name: "Mode", cases: [["walk", "foot"], ["bike"], ["car"]], isOrdered: true),
      Enumeration(name: "Answer", cases: Answer.allCases.map { [$0.name] }),
    ]
    readsFirings = random.oneIn(3)
    graph.sources = [
      source(
        "sensor", fresh: 240,
        [
          ("level", .number), ("heat", .temperature), ("reach", .length), ("pace", .speed),
          ("pause", .duration), ("lit", .bool), ("mode", .enumeration(EnumerationID(index: 0))),
          ("label", .text), ("day", .date), ("alarm", .timeOfDay), ("moment", .instant),
        ]),
      source("meter", [("room", .text)], fresh: nil, [("level", .number), ("lit", .bool)]),
      source("calendar", fresh: 3600, [("free", .duration), ("busy", .bool)]),
      source("location", fresh: 900, [("position", .position)]),
    ]
    graph.tables = [
      table(
        "chores",
        [
          ("id", .text), ("owner", .text), ("due", .instant), ("effort", .number), ("done", .bool),
        ]),
      table("diary", [("at", .instant), ("amount", .number)]),
      table("agenda", [("begins", .instant), ("ends", .instant), ("busy", .bool)]),
    ]
    graph.tables += Self.firingTables(Self.answer) + [Table.gaps, Table.values]
    graph.findWellKnown()
    graph.scopes = [
      Self.chores, Self.chores, Self.diary, Self.agenda, Self.firings, Self.alphaFirings, Self.gaps,
      Self.values,
    ]
    graph.scopeDepths = [0, 1, 0, 0, 0, 0, 0, 0]
    graph.requests = [
      Request(source: Self.sensor, arguments: []),
      Request(source: Self.meter, arguments: [nil]),
      Request(source: Self.meter, arguments: [node(.constant(.text("attic")), .text)]),
      Request(source: Self.calendar, arguments: []),
      Request(source: Self.location, arguments: []),
    ]
  }

  private func source(
    _ name: String, _ parameters: [(String, ValueType)] = [], fresh: Int64?,
    _ fields: [(String, ValueType)]
  ) -> Source {
    Source(
      name: name, parameters: parameters.map { Field(name: $0.0, type: $0.1) }, freshness: fresh,
      cost: 1, fields: fields.map { Field(name: $0.0, type: $0.1) })
  }

  private func table(_ name: String, _ fields: [(String, ValueType)]) -> Table {
    Table(name: name, fields: fields.map { Field(name: $0.0, type: $0.1) }, key: [0])
  }

  /// The node of an operation: the one there is, or a new one
  mutating func node(_ operation: Operation, _ type: ValueType) -> NodeID {
    var scopes: [ScopeID] = []
    switch operation {
    case .rowField(let scope, _), .row(let scope): scopes = [scope]
    default:
      graph.forEachOperand(of: operation) { operand in
        for scope in graph[operand].scopes where !scopes.contains(scope) { scopes.append(scope) }
      }
      if case .aggregate(_, let query) = operation { scopes.removeAll { $0 == query.scope } }
      scopes.sort { $0.index < $1.index }
    }
    let node = Node(operation: operation, type: type, scopes: scopes)
    if let known = identities[node] { return known }
    let id = NodeID(index: Int32(graph.nodes.count))
    graph.nodes.append(node)
    identities[node] = id
    return id
  }

  mutating func constant(_ value: Double, _ type: ValueType) -> NodeID {
    node(.constant(.scalar(value)), type)
  }

  /// A field of a request, by the indices of both
  mutating func field(_ request: Int, _ field: Int) -> NodeID {
    let source = graph.requests[request].source
    let type = graph.sources[Int(source.index)].fields[field].type
    return node(.reading(RequestID(index: Int32(request)), field: field), type)
  }

  mutating func now() -> NodeID { node(.clock(.now), .instant) }

  mutating func position() -> NodeID { field(4, 0) }

  mutating func span() -> Int64 {
    Int64(random.pick([1, 5, 60, 90, 240, 600, 1500, 3600]))
  }

  mutating func pin() -> NodeID {
    let position = Position(
      latitude: 52.52 + Double(random.number(in: -1...1)) / 100, longitude: 13.4)
    guard let position else { return self.position() }
    return node(.constant(.position(position)), .position)
  }
}
