internal import OppModel

/// The kind of an entry of memory: the first word of its key
enum MemoryKind: String {
  case engine
  case truth
  case lastKnown = "last"
  case window
  case steps
  case opp
  case reading
  case calendar
  case table
  case row
  case address
  case places
  case records
  case loss
  case control

  init?(key: String) {
    var word = ""
    for scalar in key.unicodeScalars {
      if scalar == " " { break }
      word.unicodeScalars.append(scalar)
    }
    self.init(rawValue: word)
  }
}

/// Keys by meaning: the kind, what names the thing on every machine, and the keys of the rows it is of
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
extension Engine {
  /// The writer of a key of a kind
  private func writer(_ kind: MemoryKind) -> MemoryWriter {
    MemoryWriter(graph, beginning: kind.rawValue)
  }

  /// `truth 0f3c… 6:chores 1 t 1:a`; nil for an instance that keeps nothing
  func memoryKey(ofInstance instance: Int32) -> String? {
    let index = Int(instances.template[Int(instance)])
    guard meanings.nodes.indices.contains(index) else { return nil }
    let kind: MemoryKind
    switch code[index].instruction {
    case .lasting, .withinLast, .began: kind = .truth
    case .lastKnown: kind = .lastKnown
    case .window(_, .last), .window(_, .since): kind = .window
    default: return nil
    }
    guard code[index].isMaintained, instances.slot[Int(instance)] >= 0 else { return nil }
    let scopes = program.templates[index].scopes
    // The template of a row is an instance too, but one that is of no row.
    if !scopes.isEmpty, instance == instances.template[Int(instance)] { return nil }
    var writer = writer(kind)
    writer.word(meanings.nodes[index].text)
    for scope in scopes {
      let row = instances.row(of: scope, in: instances.environment[Int(instance)])
      if row >= 0 { add(row, &writer) }
    }
    return writer.text
  }

  /// `opp 5:Lunch`, `opp 5:Lunch 6:chores 1 t 1:a`
  func memoryKey(ofOpp opp: Int32) -> String {
    let state = opps[Int(opp)]
    var writer = writer(.opp)
    writer.add(graph.rules[state.rule].name)
    if state.row >= 0 { add(state.row, &writer) }
    return writer.text
  }

  /// `row 6:chores 1 t 1:a`
  func memoryKey(ofRow row: Int32) -> String {
    var writer = writer(.row)
    add(row, &writer)
    return writer.text
  }

  /// `table 6:chores`
  func memoryKey(ofTable table: Int) -> String {
    var writer = writer(.table)
    writer.add(graph.tables[table].name)
    return writer.text
  }

  /// `reading 7:weather 1 ?`
  func memoryKey(ofSubject subject: Int) -> String {
    let state = sources.subjects[subject]
    let source = graph.sources[Int(state.source.index)]
    var writer = writer(.reading)
    writer.add(source.name)
    writer.add(state.arguments.count)
    for (index, argument) in state.arguments.enumerated() {
      let type =
        source.parameters.indices.contains(index) ? source.parameters[index].type : .number
      // A default counts as its value, so that a reading is not taken for one of a new default.
      writer.add(
        argument ?? (source.defaults.indices.contains(index) ? source.defaults[index] : nil), type)
    }
    return writer.text
  }

  /// `address 12:1 Main St, X`, by the length of the text in bytes
  func memoryKey(ofAddress text: String) -> String {
    var writer = writer(.address)
    writer.add(text)
    return writer.text
  }

  /// `loss 7:weather`
  func memoryKey(ofLoss name: String) -> String {
    var writer = writer(.loss)
    writer.add(name)
    return writer.text
  }

  /// `control 5:Lunch`
  func memoryKey(ofControl name: String) -> String {
    var writer = writer(.control)
    writer.add(name)
    return writer.text
  }

  /// Adds the table and the key of a row
  private func add(_ row: Int32, _ writer: inout MemoryWriter) {
    let state = rows[Int(row)]
    let table = TableID(index: state.table)
    writer.add(graph.tableName(table))
    writer.add(state.key, of: table)
  }
}

/// The meanings of the nodes and rules of an engine
struct Meanings: Sendable {
  /// By node
  var nodes: [Fingerprint] = []

  /// By rule, of its condition with its list
  var conditions: [Fingerprint] = []

  /// By rule, one an event
  var events: [[Fingerprint]] = []

  init() {}

  init(_ graph: ConditionGraph) {
    nodes = graph.fingerprints()
    conditions = graph.conditionFingerprints(nodes)
    for rule in graph.rules {
      var own: [Fingerprint] = []
      for event in rule.events { own.append(graph.fingerprint(of: event, in: rule, nodes)) }
      events.append(own)
    }
  }
}
