internal import OppModel

/// The turns of signals (see ``Counting``)
extension Evaluator {
  /// Turns the leaves of a signal; of one that drifts, or moves, has them evaluated
  @inline(__always)
  mutating func moveSignal(_ signal: Int, to reading: Reading) {
    if junctions.isSettled(signal, at: reading) { return }
    if junctions.move(signal, to: reading) { return }
    for place in junctions.places(ofLeavesOf: signal) {
      if let leaf = junctions.leafInstances[place] { markDirty(leaf) }
    }
  }
}
