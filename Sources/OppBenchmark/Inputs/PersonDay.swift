internal import OppEngine
internal import OppModel
internal import OppSession

/// A session of one person that runs over a recording, and hands over its changes after each step as to a store
struct PersonDay {
  private(set) var session: LiveSession

  /// The memory of the session, as far as it was taken
  private(set) var memory = SessionMemory()

  /// The seconds of processor for restoring the session, if it is thrown away after each step
  private(set) var restoreTime = 0.0

  /// The rules of the session
  private let rules: CompiledRules

  /// The recording, which responds at once
  private var world: RecordedWorld

  /// `true` if the memory was taken once: the first change of all is the whole of it, and is not counted
  private var hasTaken = false

  /// The number of steps
  private(set) var steps = 0

  /// The entries of memory that were handed over, and their bytes
  private(set) var entries = 0
  private(set) var bytes = 0

  /// The seconds of processor for stepping, and for taking the changes
  private(set) var stepTime = 0.0
  private(set) var changeTime = 0.0

  init(_ rules: CompiledRules, zone: Zone, begins: Instant, world: RecordedWorld) {
    self.rules = rules
    self.world = world
    session = LiveSession(
      engine: Engine(
        rules, zone: zone, begins: begins, for: EngineSurroundings(timeouts: EventTimeouts())),
      providers: world.providers(cell: 0.1), settings: SessionSettings(respondsAtOnce: true))
  }

  /// Forgets the figures, so that those of the next steps are by themselves
  mutating func beginAnew() {
    (steps, entries, bytes) = (0, 0, 0)
    (restoreTime, stepTime, changeTime) = (0, 0, 0)
  }

  /// Runs up to an instant, itself excluded
  ///
  /// - Parameter keeping: the way in which state is kept after each step.
  mutating func run(to end: Instant, keeping: Keeping) {
    var next: Instant? = session.present
    while let now = next, now < end {
      next = step(at: now)
      if let push = world.nextPush {
        next = min(next ?? push, max(push, now.advanced(by: 1)))
      }
      switch keeping {
      case .nothing: break
      case .changes: takeChanges()
      case .memory: evict()
      }
    }
  }

  /// The ways in which a session is kept
  enum Keeping {
    case nothing

    /// The changes of each step, as for the store of `opp run`
    case changes

    /// In a map of entries, from which the session goes on: it is thrown away after each step
    case memory
  }

  /// Runs one second
  ///
  /// - Returns: its wake.
  private mutating func step(at now: Instant) -> Instant? {
    let arrived = world.arrivals(upTo: now)
    let began = Stopwatch.processor
    var fetches = session.open(at: now, arrived: arrived)
    stepTime += Stopwatch.processor - began
    while !fetches.isEmpty {
      var responses: [FetchResponse] = []
      for fetch in fetches { responses.append(world.response(to: fetch, at: now)) }
      let began = Stopwatch.processor
      fetches = session.receive(responses)
      stepTime += Stopwatch.processor - began
    }
    let closed = Stopwatch.processor
    let step = session.close()
    stepTime += Stopwatch.processor - closed
    steps += 1
    return step.wake
  }

  /// Takes the changes of the memory since the last step, and goes on from it
  private mutating func evict() {
    let began = Stopwatch.processor
    let change = session.takeMemoryChange()
    let taken = Stopwatch.processor
    memory.apply(change)
    let applied = Stopwatch.processor
    let restored = try? LiveSession(
      rules, zone: session.engine.zone, restoring: memory,
      providers: session.providers, settings: SessionSettings(respondsAtOnce: true),
      at: session.present)
    restoreTime += Stopwatch.processor - applied
    if let restored { session = restored }
    guard hasTaken else { return hasTaken = true }
    note(change, taking: taken - began)
  }

  /// Counts a change of the memory
  private mutating func note(_ change: SessionMemoryChange, taking seconds: Double) {
    changeTime += seconds
    entries += change.set.count + change.removed.count
    for (key, content) in change.set { bytes += key.utf8.count + content.utf8.count }
  }

  /// Takes the changes since the last step
  private mutating func takeChanges() {
    let began = Stopwatch.processor
    let change = session.takeMemoryChange()
    let taken = Stopwatch.processor
    guard hasTaken else { return hasTaken = true }
    note(change, taking: taken - began)
  }
}
