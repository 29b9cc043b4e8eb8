internal import OppModel

/// Truths and values of instances and nodes, for those who read the evaluator
extension Evaluator {
  /// The truth of an instance at present; true for nil, as an Opp without a condition has none to wait for
  ///
  /// Inlined, as what only reads is: a call would be handed a copy of the whole engine.
  @inline(__always)
  func truth(_ instance: Int32?) -> Truth {
    guard let instance else { return .true }
    if !junctions.isEmpty, let truth = junctions.truth(of: instance) { return truth }
    return instances.readings[Int(instance)].truth
  }

  /// A reading at present, with its distance computed where that was deferred
  mutating func known(_ instance: Int32) -> Reading {
    let reading = instances.readings[Int(instance)]
    return reading.kind == .deferred ? computed(instance) : reading
  }

  /// The value of a node at this second, for the rows of an environment; nil where it is unknown
  mutating func value(of node: NodeID, in environment: Int32) -> Value? {
    value(of: instance(of: node.index, in: environment), at: now)
  }

  /// The value of an instance at a second that is known ahead
  mutating func value(of instance: Int32, at second: Int64) -> Value? {
    var ahead: Ahead? = Ahead(second: second)
    let reading = look(instance, &ahead)
    if reading.drifts {
      let value = scalar(of: instance, at: second, &ahead)
      return value.isFinite ? .scalar(value) : nil
    }
    return pool.value(reading)
  }

  /// The instance of a template where there is one already
  func knownInstance(of template: Int32, in environment: Int32) -> Int32? {
    guard program.templates.indices.contains(Int(template)) else { return nil }
    let scopes = program.templates[Int(template)].scopes
    if scopes.isEmpty { return template }
    var copy = instances
    let restricted = copy.restrict(environment, to: scopes)
    return copy.instance(of: template, in: restricted)
  }

  /// The computation of an operand
  @inline(__always)
  func instruction(ofOperand index: Int, _ instance: Int32) -> Instruction {
    let operand = instances.operand(index, of: instance)
    return code[Int(instances.template[Int(operand)])].instruction
  }

  /// Computes a deferred distance, and keeps it
  mutating func computed(_ instance: Int32) -> Reading {
    let index = Int(instance)
    let left = instances.readings[Int(instances.operand(0, of: instance))]
    let right = instances.readings[Int(instances.operand(1, of: instance))]
    let until = instances.readings[index].until
    guard let first = pool.position(left), let other = pool.position(right) else {
      return .unknown(until: until)
    }
    let reading = Reading.scalar(Geodesic.distance(from: first, to: other), until: until)
    instances.readings[index] = reading
    return reading
  }

  /// The value that a node of the graph is
  mutating func constant(_ template: Int) -> Reading {
    guard template < graph.nodes.count, case .constant(let value) = graph.nodes[template].operation
    else { return .unknown }
    return pool.reading(value)
  }

  /// A value in words; `?` for nil
  func written(_ value: Value?, _ type: ValueType) -> String {
    let zone = zone
    return ValueText(
      schema: ValueSchema(graph), usesTwelveHourClock: graph.settings.usesTwelveHourClock,
      localTime: { instant in
        let local = zone.local(at: instant)
        return (local.date.days, local.secondOfDay)
      }
    ).text(of: value, type: type)
  }

  /// The reasons why an instance is unknown at present, in the order of the text; none where it is known
  mutating func reasons(of instance: Int32) -> [UnknownReason] {
    var finder = ReasonFinder(at: now)
    finder.collect(instance, &self)
    return finder.found
  }
}
