internal import OppEngine
internal import OppModel

/// The residuals that have been found in a call, by instance
///
/// Few of the instances have one, so that only the place of it has room for all.
struct FoundResiduals: Sendable {
  /// The instances whose residual has been found
  private var found = BitSet<InstanceID>()

  /// By instance: the place of its residual, if it has been found
  private var places: [Int32] = []

  private var residuals: [Residual] = []

  /// The number of instances that there is room for
  var instanceCount: Int { places.count }

  /// Forgets all, and makes room for the instances below a limit
  mutating func reset(below limit: Int) {
    found.reset(below: limit)
    residuals.removeAll(keepingCapacity: true)
    if places.count < limit {
      places.append(contentsOf: repeatElement(0, count: limit - places.count))
    }
  }

  /// Makes room for residuals, so that they are not copied as more are found
  mutating func reserve(_ count: Int) { residuals.reserveCapacity(count) }

  /// The residual of an instance; `nil` if it has not been found
  subscript(instance: InstanceID) -> Residual? {
    found.contains(instance) ? residuals[Int(places[instance])] : nil
  }

  /// Keeps the residual of an instance
  mutating func insert(_ residual: Residual, of instance: InstanceID) {
    found.insert(instance)
    places[instance] = Int32(truncatingIfNeeded: residuals.count)
    residuals.append(residual)
  }

  /// Sets the node in the problem of an instance whose residual has been found
  mutating func setNode(_ node: Int, of instance: InstanceID) {
    if found.contains(instance) {
      residuals[Int(places[instance])].node = Int32(truncatingIfNeeded: node)
    }
  }
}
