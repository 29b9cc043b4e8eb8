internal import OppModel

/// Texts and lists, as people write them
struct TextEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// The reading of a text with pieces, which the pool then holds
  func text(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let template = evaluator.instances.template[instance]
    guard evaluator.graph.nodes.has(template),
      case .text(let pieces) = evaluator.graph.nodes[template].operation
    else { return .unknown }
    let (text, until) = words(pieces, &ahead, &evaluator)
    return .object(evaluator.pool.index(of: .text(text)), until: until)
  }

  /// The wording of a text that has pieces
  ///
  /// `"{temp}, free for {free}"` at 21 °C, with free falling, is `21°C, free for 40 min` for one second; `"? and ?"` is
  /// the wording of two pieces that are unknown.
  func words(
    _ pieces: [TextPiece], _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> (text: String, until: Int64) {
    // The room of the text before it is enough for most. A text in a piece of this one has its own.
    var builder = TextBuilder()
    swap(&builder, &evaluator.wordings.builder)
    builder.begin()
    var until = Seconds.never
    var index = 0
    for place in pieces.indices {
      switch pieces[place] {
      case .literal(let literal): builder.append(literal)
      case .value(let node, nil):
        until = min(until, write(node, index, to: &builder, &ahead, &evaluator))
        index += 1
      case .value(let node, let format?):
        let operand = value(ofOperand: index, &ahead, &evaluator)
        until = min(until, operand.until)
        evaluator.write(operand.value, evaluator.graph[node].type, format: format, to: &builder)
        index += 1
      }
    }
    let text = builder.text
    if builder.isCut { evaluator.pool.hasCutText = true }
    swap(&builder, &evaluator.wordings.builder)
    return (text, until)
  }

  /// Appends the wording of an operand, which is that of a node
  ///
  /// - Returns: until when it stays so.
  @inline(__always)
  private func write(
    _ node: NodeID, _ index: Int, to builder: inout TextBuilder, _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Int64 {
    if let (scalar, until) = presentScalar(ofOperand: index, ahead, &evaluator) {
      write(scalar, of: node, to: &builder, &evaluator)
      return until
    }
    let operand = value(ofOperand: index, &ahead, &evaluator)
    if case .scalar(let scalar)? = operand.value {
      write(scalar, of: node, to: &builder, &evaluator)
    } else {
      evaluator.write(operand.value, evaluator.graph[node].type, to: &builder)
    }
    return operand.until
  }

  /// The scalar of an operand that is kept up to date, and until when it stays so; nil for any other
  @inline(__always)
  private func presentScalar(
    ofOperand index: Int, _ ahead: borrowing Ahead?, _ evaluator: inout Evaluator
  ) -> (scalar: Double, until: Int64)? {
    let operand = evaluator.instances.operand(index, of: instance)
    guard ahead?.looksAtPresent(evaluator.now) ?? true,
      evaluator.code[evaluator.instances.template[operand]].isMaintained
    else { return nil }
    let reading = evaluator.instances.readings[operand]
    if reading.kind == .scalar { return (reading.first, reading.until) }
    guard reading.drifts else { return nil }
    var nothing: Ahead?
    let scalar = evaluator.scalar(of: operand, at: second, &nothing)
    return scalar.isFinite ? (scalar, Seconds.add(second, 1)) : nil
  }

  /// The value of an operand, and until when it stays so; nil where it is unknown
  private func value(
    ofOperand index: Int, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> (value: Value?, until: Int64) {
    let operand = evaluator.instances.operand(index, of: instance)
    // What is kept up to date is read where it is, without looking ahead.
    if ahead?.looksAtPresent(evaluator.now) ?? false,
      evaluator.code[evaluator.instances.template[operand]].isMaintained
    {
      var nothing: Ahead?
      return evaluator.value(ofOperand: index, instance, at: second, &nothing)
    }
    return evaluator.value(ofOperand: index, instance, at: second, &ahead)
  }

  /// Appends a scalar of a node in words, which are kept for all Opps whose texts contain it at one second
  ///
  /// A hundred rows that notify at 12:00 with `{temp}` in their texts need one conversion of it.
  private func write(
    _ scalar: Double, of node: NodeID, to builder: inout TextBuilder, _ evaluator: inout Evaluator
  ) {
    if let known = evaluator.wordings.text(of: node, scalar) { return builder.append(known) }
    let start = builder.count
    evaluator.valueText.write(scalar, type: evaluator.graph[node].type, to: &builder)
    if builder.isCut { return }
    evaluator.wordings.insert(builder.text(from: start), of: node, scalar)
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

  /// The wording of a scalar of a node; nil where the latest of its place is another one
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
