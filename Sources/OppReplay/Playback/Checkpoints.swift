internal import OppEngine
internal import OppModel

/// The distance from one checkpoint to the next, in time or in steps, whichever comes first
struct CheckpointDistance: Sendable {
  var seconds: Int64 = 7 * 86_400
  var steps = 500
}

/// A run through a recording, copies of which can be kept on the way
protocol Checkpointed: Sendable {
  /// The last second that was stepped to; the first second of memory before the first step
  var present: Instant { get }

  /// The number of steps so far
  var stepCount: Int { get }

  /// The bytes of a copy, about
  var approximateSize: Int { get }

  /// Runs up to a second with its arrivals, or makes `count` steps
  ///
  /// - Returns: `true` while there is more to do.
  mutating func run(until second: Instant, by count: Int) -> Bool

  /// A run that continues from here as this one does, without its results so far
  func copy() -> Self
}

/// A run with copies of it at some of its seconds, so that any other second is reached soon from the copy before
///
/// ```
///   begins ──┼────────┼────────┼──▶ run              its firings are kept
///            checkpoint        │
///                              └──▶ run(before:)    a copy that continues from the last checkpoint
/// ```
///
/// A copy is made each week, or each 500 steps where these come sooner. Where there are more than their memory allows each
/// second one is left out, and from then on they are twice as far apart. So memory follows neither the length of a recording
/// nor the number of rows.
///
/// Beside them are the runs that were requested last, because the next request is mostly for a neighbouring second.
struct Checkpoints<Run: Checkpointed>: Sendable {
  /// The run from the beginning
  var run: Run

  /// `true` if there is more to run through
  private(set) var hasMore = true

  /// The run before its first second, which is kept for good
  private let first: Run

  /// The first second of memory
  private let begins: Instant

  /// In the order of time
  private var entries: [Entry] = []

  /// The runs that were looked for last, the latest at the end
  private var recent: [Entry] = []

  /// A run at its present second; a class, since a run has hundreds of parts that a copy counts one by one
  private final class Entry: Sendable {
    let run: Run
    var at: Instant { run.present }

    init(_ run: Run) { self.run = run }
  }

  /// The distance from one to the next
  private var distance: CheckpointDistance

  /// The number of steps of the run at the last one
  private var lastCount = 0

  /// The bytes that all of them may take, about
  private let budget: Int

  /// The least and the greatest number of checkpoints
  private static var fewest: Int { 4 }
  private static var most: Int { 64 }

  /// The number of ``recent`` runs
  private static var recentCount: Int { 2 }

  /// The steps to a second from which on a copy is kept there
  private static var longWay: Int { 100 }

  /// - Parameter first: a run that has made no step.
  init(_ first: Run, every distance: CheckpointDistance, budget: Int) {
    run = first
    self.first = first
    begins = first.present
    self.distance = distance
    self.budget = budget
  }

  /// The number of checkpoints
  var count: Int { entries.count }

  // MARK: The run from the beginning

  /// Runs on up to a second with its arrivals, and leaves checkpoints on the way
  ///
  /// - Parameter count: about the most steps to make.
  /// - Returns: `true` while there is more to run through.
  mutating func run(until second: Instant, by count: Int) -> Bool {
    let last = run.stepCount.addingReportingOverflow(count)
    let limit = last.overflow ? Int.max : last.partialValue
    repeat {
      let portion = min(limit - run.stepCount, distance.steps, Self.portion)
      guard hasMore, portion > 0 else { break }
      hasMore = run.run(until: min(second, due), by: portion)
      keepIfDue()
    } while run.present < second
    return hasMore
  }

  /// The number of steps after which it is looked whether a checkpoint is due
  private static var portion: Int { 64 }

  /// The second at which the next one is due by time
  private var due: Instant {
    Instant(seconds: Seconds.add((entries.last?.at ?? begins).seconds, distance.seconds))
  }

  /// Keeps a copy of the run if one is due
  private mutating func keepIfDue() {
    guard run.stepCount - lastCount >= distance.steps || run.present >= due,
      run.present > entries.last?.at ?? begins
    else { return }
    lastCount = run.stepCount
    entries.append(Entry(run.copy()))
    let limit = min(max(budget / max(run.approximateSize, 1), Self.fewest), Self.most)
    guard entries.count > limit else { return }
    entries = stride(from: 1, to: entries.count, by: 2).map { entries[$0] }
    distance.seconds *= 2
    distance.steps *= 2
  }

  // MARK: Any second

  /// A run some time before a second of which details are wanted, from the beginning of the day before it on
  ///
  /// All seconds of one day have this beginning in common, so that a copy is kept there if the way to it was long.
  mutating func run(before second: Instant) -> Run {
    let ofDay = (second.seconds % 86_400 + 86_400) % 86_400
    let near = second.advanced(by: -ofDay - 86_401)
    var found = nearest(before: second)
    guard near > begins, found.present < near else { return found }
    let made = found.stepCount
    _ = found.run(until: near, by: .max)
    found = found.copy()
    if found.stepCount - made > Self.longWay {
      if recent.count >= Self.recentCount { recent.removeFirst() }
      recent.append(Entry(found))
    }
    return found
  }

  /// The latest run before a second
  private func nearest(before second: Instant) -> Run {
    var found: Entry?
    for entry in entries + recent where entry.at < second {
      if found.map({ $0.at < entry.at }) ?? true { found = entry }
    }
    if run.stepCount > 0, run.present < second, run.present > found?.at ?? .distantPast {
      return run.copy()
    }
    return found?.run ?? first
  }
}
