internal import OppModel

/// Texts with pieces
extension Evaluator {
  /// The reading of a text with pieces, which the pool then holds
  mutating func text(_ instance: InstanceID) -> Reading {
    let template = instances.template[instance]
    guard graph.nodes.has(template),
      case .text(let pieces) = graph.nodes[template].operation
    else { return .unknown }
    let (text, until) = words(pieces, of: instance)
    return .object(pool.index(of: .text(text)), until: until)
  }

  /// The wording of a text that has pieces
  ///
  /// `"{temp}, free for {free}"` at 21 °C, with free falling, is `21°C, free for 40 min` for one second; `"? and ?"` is
  /// the wording of two pieces that are unknown.
  mutating func words(_ pieces: [TextPiece], of instance: InstanceID) -> (
    text: String, until: Int64
  ) {
    // The room of the text before it is enough for most. A text in a piece of this one has its own.
    var builder = TextBuilder()
    swap(&builder, &wordings.builder)
    builder.begin()
    var until = Seconds.never
    var index = 0
    for place in pieces.indices {
      switch pieces[place] {
      case .literal(let literal): builder.append(literal)
      case .value(let node, nil):
        until = min(until, write(node, index, of: instance, to: &builder))
        index += 1
      case .value(let node, let format?):
        let operand = textValue(ofOperand: index, of: instance)
        until = min(until, operand.until)
        write(operand.value, graph[node].type, format: format, to: &builder)
        index += 1
      }
    }
    let text = builder.text
    if builder.isCut { pool.hasCutText = true }
    swap(&builder, &wordings.builder)
    return (text, until)
  }

  /// Appends the wording of an operand, which is that of a node
  ///
  /// - Returns: until when it stays so.
  @inline(__always)
  private mutating func write(
    _ node: NodeID, _ index: Int, of instance: InstanceID, to builder: inout TextBuilder
  ) -> Int64 {
    if let (scalar, until) = presentScalar(ofOperand: index, of: instance) {
      write(scalar, of: node, to: &builder)
      return until
    }
    let operand = textValue(ofOperand: index, of: instance)
    if case .scalar(let scalar)? = operand.value {
      write(scalar, of: node, to: &builder)
    } else {
      write(operand.value, graph[node].type, to: &builder)
    }
    return operand.until
  }

  /// The scalar of an operand that is kept up to date, and until when it stays so, or `nil`
  @inline(__always)
  private mutating func presentScalar(ofOperand index: Int, of instance: InstanceID) -> (
    scalar: Double, until: Int64
  )? {
    let operand = instances.operand(index, of: instance)
    guard looksAtPresent, code[instances.template[operand]].isMaintained else { return nil }
    let reading = instances.readings[operand]
    if reading.kind == .scalar { return (reading.first, reading.until) }
    guard reading.drifts else { return nil }
    let before = exchange(for: .present(now))
    let scalar = scalar(of: operand, at: now)
    moment = before
    return scalar.isFinite ? (scalar, Seconds.add(now, 1)) : nil
  }

  /// The value of an operand, and until when it stays so; the value is `nil` if it is unknown
  private mutating func textValue(
    ofOperand index: Int, of instance: InstanceID
  ) -> (value: Value?, until: Int64) {
    let operand = instances.operand(index, of: instance)
    guard looksAtPresent, code[instances.template[operand]].isMaintained else {
      return value(ofOperand: index, of: instance)
    }
    // An operand that is kept up to date is read at the present, without a memo.
    let before = exchange(for: .present(now))
    let value = value(ofOperand: index, of: instance)
    moment = before
    return value
  }

  /// Appends a scalar of a node in words, which are kept for all Opps whose texts contain it at one second
  ///
  /// A hundred rows that notify at 12:00 with `{temp}` in their texts need one conversion of it.
  private mutating func write(_ scalar: Double, of node: NodeID, to builder: inout TextBuilder) {
    if let known = wordings.text(of: node, scalar) { return builder.append(known) }
    let start = builder.count
    valueText.write(scalar, type: graph[node].type, to: &builder)
    if builder.isCut { return }
    wordings.insert(builder.text(from: start), of: node, scalar)
  }
}

/// The latest scalars of nodes that texts contained, with their wordings
///
/// A node has one place, which it may share with others: the one that was written last is kept.
struct Wordings: Sendable {
  /// The latest text, whose room the next one has
  var builder = TextBuilder()

  private var entries: [(node: NodeID, scalar: Double, text: String)?] = []

  private static let places = 16

  init() {}

  /// The wording of a scalar of a node, or `nil` if the latest of its place is another one
  func text(of node: NodeID, _ scalar: Double) -> String? {
    guard !entries.isEmpty, let entry = entries[place(of: node)], entry.node.index == node.index,
      entry.scalar.bitPattern == scalar.bitPattern
    else { return nil }
    return entry.text
  }

  mutating func insert(_ text: String, of node: NodeID, _ scalar: Double) {
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.places) }
    entries[place(of: node)] = (node, scalar, text)
  }

  private func place(of node: NodeID) -> Int { Int(node.index) % Self.places }
}

extension ValueText {
  /// The words of values in the units of a rule set, and by its clock in a zone
  init(_ graph: ConditionGraph, _ zone: Zone) {
    self.init(
      schema: ValueSchema(graph), usesTwelveHourClock: graph.settings.usesTwelveHourClock,
      units: graph.settings.units
    ) { instant in
      let local = zone.local(at: instant)
      return (local.date.days, local.secondOfDay)
    }
  }
}
