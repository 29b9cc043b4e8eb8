internal import OppModel

/// Truths and values of instances and nodes, for those who read the evaluator
extension Evaluator {
  /// The truth of an instance at present; true for nil, as an Opp without a condition has none to wait for
  ///
  /// Inlined, as what only reads is: a call would be handed a copy of the whole engine.
  @inline(__always)
  func truth(_ instance: Int32?) -> Truth {
    guard let instance else { return .true }
    return instances.readings[Int(instance)].truth
  }

  /// A reading at present, with its distance computed where that was deferred
  mutating func known(_ instance: Int32) -> Reading {
    let reading = instances.readings[Int(instance)]
    return reading.kind == .deferred ? computed(instance) : reading
  }

  /// The table and the key of a row
  func rowID(_ row: Int32) -> RowID { rows[Int(row)].id }

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
}
