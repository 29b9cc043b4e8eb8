internal import OppEngine
internal import OppModel

/// The one way through a recording: an engine, and the arrivals that are still to come
///
/// ```
///   begins                                              end
///     ├───────●────────●───────●───────────────●─────────┤
///             arrival  change  arrival         arrival
///     next ──▶│  next ▶│ next ▶│   next ──────▶│  next: nil, then reach(end - 1)
/// ```
///
/// Everything that runs through a recording is a playback with observers beside it, and these rules hold for all of them:
///
/// 1. All arrivals of one second arrive in one step, and arrivals from before memory begins arrive at its first second. Stepped one
///    after another, the first alone would decide the firings of that second.
/// 2. An end is the second after the last one. ``next(before:at:)`` never steps to it.
/// 3. Between two arrivals the engine is at no particular second. ``reach(_:)`` steps to one, and does nothing if the engine is there
///    already. An observer that begins at a second begins after the playback has reached it.
struct Playback: Sendable {
  /// The engine at the last second that was stepped to
  var engine: Engine

  /// In the order of time
  private var arrivals: [(at: Instant, arrival: Arrival)]

  /// The index of the first arrival that has not been taken
  private var cursor = 0

  /// The second of that arrival, or `nil` if all have been taken
  private var nextArrival: Instant?

  /// The number of steps so far
  private(set) var stepCount = 0

  /// The seconds at which a playback stops
  enum Stops {
    /// Those at which something arrives
    case arrivals

    /// Those at which something arrives, and others so that no step runs through more than some seconds
    case every(Int64)

    /// Those at which something arrives or changes by itself
    case changes
  }

  /// - Parameter engine: an engine that has not begun.
  init(_ engine: Engine, arrivals: [(at: Instant, arrival: Arrival)]) {
    self.engine = engine
    self.arrivals = arrivals
    nextArrival = arrivals.first.map { max($0.at, engine.present) }
  }

  /// The last second that was stepped to; the first second of memory before the first step
  var present: Instant { engine.present }

  /// Steps to the next second before an end, or returns `nil` if there is none
  mutating func next(before end: Instant, at stops: Stops = .arrivals) -> Step? {
    var arrival = nextArrival
    if let second = arrival, second >= end { arrival = nil }
    let bound = arrival ?? end
    switch stops {
    case .arrivals: break
    case .every(let stretch):
      let stop = Instant(seconds: Seconds.add(present.seconds, stretch))
      if stop < bound { return step(to: stop) }
    case .changes:
      if let change = engine.nextChange(before: bound) { return step(to: change) }
    }
    guard let arrival else { return nil }
    return step(to: arrival)
  }

  /// Steps to a second with its arrivals, or returns `nil` if the engine is there already
  ///
  /// - Requires: ``next(before:at:)`` has returned `nil` for it.
  mutating func reach(_ second: Instant) -> Step? {
    if second < present { return nil }
    if second == present, engine.hasBegun, nextArrival != second { return nil }
    return step(to: second)
  }

  /// Runs up to a second, and takes its arrivals
  mutating func run(to second: Instant) {
    while next(before: second) != nil {}
    _ = reach(second)
  }

  /// Adds arrivals that become known while the playback is under way
  ///
  /// - Requires: no arrival is later.
  mutating func add(_ arrived: [Arrival], at second: Instant) {
    if nextArrival == nil, !arrived.isEmpty { nextArrival = second }
    for arrival in arrived { arrivals.append((at: second, arrival: arrival)) }
  }

  /// A playback that continues from here as this one does
  func copy() -> Playback { self }

  /// Steps to a second with everything that has arrived by then
  private mutating func step(to second: Instant) -> Step {
    var arrived: [Arrival] = []
    if let first = nextArrival, first <= second {
      while cursor < arrivals.count, arrivals[cursor].at <= second {
        arrived.append(arrivals[cursor].arrival)
        cursor += 1
      }
      nextArrival = cursor < arrivals.count ? arrivals[cursor].at : nil
    }
    stepCount += 1
    return engine.step(at: second, arrived: arrived)
  }
}
