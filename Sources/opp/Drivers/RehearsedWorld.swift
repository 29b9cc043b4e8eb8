internal import OppEngine
internal import OppModel

/// A recording in place of the services: a rehearsal
final class RehearsedWorld: LiveWorld {
  private var world: RecordedWorld
  let suppliers: [Supplier]

  /// - Parameters:
  ///   - cell: how finely the position matters to the weather, in degrees; nil where it does not.
  ///   - present: the second up to which an earlier life came; nil where there was none.
  init(_ world: RecordedWorld, cell: Double?, after present: Instant?) {
    self.world = world
    suppliers = world.suppliers(cell: cell)
    // What has come by itself before is remembered.
    if let present { _ = self.world.arrivals(upTo: present) }
  }

  var nextArrival: Instant? { world.nextPush }
  func arrivals(upTo now: Instant) -> [Arrival] { world.arrivals(upTo: now) }
  func ask(_ fetches: [Fetch], at now: Instant) -> [Answer] {
    fetches.map { world.answer($0, at: now) }
  }
  func begin() {}
  func end() {}
}
