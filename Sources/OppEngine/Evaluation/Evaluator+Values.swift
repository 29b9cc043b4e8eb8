internal import OppModel

/// Truths and values of instances and nodes, for readers of the evaluator
extension Evaluator {
  /// The truth of an instance at present; true for nil, as an Opp without a condition has none to wait for
  ///
  /// Inlined, as readers are: a call would be handed a copy of the whole engine.
  @inline(__always)
  func truth(_ instance: InstanceID?) -> Truth {
    guard let instance else { return .true }
    if !junctions.isEmpty, let truth = junctions.truth(of: instance) { return truth }
    return instances.readings[instance].truth
  }

  /// The value of a node at this second, for the rows of an environment, or `nil` if it is unknown
  mutating func value(of node: NodeID, in environment: EnvironmentID) -> Value? {
    value(of: instance(of: TemplateID(node), in: environment), at: now)
  }

  /// The value of an instance at a second, as far as it is known now, or `nil`
  mutating func value(of instance: InstanceID, at second: Int64) -> Value? {
    let before = project(to: second, assuming: .known)
    let reading = reading(of: instance)
    let scalar = reading.drifts ? scalar(of: instance, at: second) : 0
    moment = before
    guard reading.drifts else { return pool.value(reading) }
    return scalar.isFinite ? .scalar(scalar) : nil
  }

  /// The instance of a template, or `nil` if there is none yet
  func knownInstance(of template: TemplateID, in environment: EnvironmentID) -> InstanceID? {
    guard program.templates.has(template) else { return nil }
    if program.templates[template].scopes.isEmpty { return InstanceID(template) }
    var copy = instances
    let restricted = copy.restrict(environment, to: program.templates[template].scopes)
    return copy.instance(of: template, in: restricted)
  }

  /// The computation of an operand
  @inline(__always)
  func instruction(ofOperand index: Int, _ instance: InstanceID) -> Instruction {
    let operand = instances.operand(index, of: instance)
    return code[instances.template[operand]].instruction
  }

  /// Computes a deferred distance, and keeps it
  mutating func computed(_ instance: InstanceID) -> Reading {
    let left = instances.readings[instances.operand(0, of: instance)]
    let right = instances.readings[instances.operand(1, of: instance)]
    let until = instances.readings[instance].until
    guard let first = pool.position(left), let other = pool.position(right) else {
      return .unknown(until: until)
    }
    let reading = Reading.scalar(Geodesic.distance(from: first, to: other), until: until)
    instances.readings[instance] = reading
    return reading
  }

  /// The value that a node of the graph is
  mutating func constant(_ template: TemplateID) -> Reading {
    guard graph.nodes.has(template), case .constant(let value) = graph.nodes[template].operation
    else { return .unknown }
    return pool.reading(value)
  }

  /// Appends a value in words; `?` for nil
  func write(
    _ value: Value?, _ type: ValueType, format: ValueFormat? = nil, to builder: inout TextBuilder
  ) {
    guard let value else { return builder.append("?") }
    valueText.write(value, type: type, format: format, to: &builder)
  }

  /// The reasons why an instance is unknown at present, in the order of the text; none if it is known
  mutating func reasons(of instance: InstanceID) -> [UnknownReason] {
    var finder = ReasonFinder()
    let before = project(to: now, assuming: .known)
    finder.collect(instance, &self)
    moment = before
    return finder.found
  }
}
