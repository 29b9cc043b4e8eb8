internal import OppModel

/// The distance from one checkpoint to the next, in time or in steps, whichever comes first
struct CheckpointDistance: Sendable {
  var seconds: Int64 = 7 * 86_400
  var steps = 500
}

/// Copies of a run at some of its seconds, so that any other second is reached soon from the one before
///
/// A copy is made each week, or each 500 steps where these come sooner. Of more than ``limit`` each second one is left
/// out, and from then on they are twice as far apart, so that memory does not follow the length of a recording.
struct Checkpoints<Run: Sendable>: Sendable {
  /// The run before its first second, which is kept for good
  private let first: Run

  /// In the order of time
  private var entries: [(at: Instant, run: Run)] = []

  /// The distance from one to the next
  private var distance: CheckpointDistance

  /// The steps since the last
  private var stepCount = 0

  /// The greatest number of checkpoints
  private static var limit: Int { 64 }

  init(_ first: Run, every distance: CheckpointDistance = CheckpointDistance()) {
    self.first = first
    self.distance = distance
  }

  /// The number of checkpoints
  var count: Int { entries.count }

  /// The number of steps after which it is looked whether a checkpoint is due
  var portion: Int { min(distance.steps, 64) }

  /// The latest run before a second, or at it
  ///
  /// - Parameter isAtIt: whether one at the second itself will do.
  func last(before second: Instant, orAtIt isAtIt: Bool) -> Run {
    let last = entries.last { $0.at < second || isAtIt && $0.at == second }
    return last?.run ?? first
  }

  /// The second at which the next one is due by time
  func due(_ begins: Instant) -> Instant {
    Instant(seconds: Seconds.add((entries.last?.at ?? begins).seconds, distance.seconds))
  }

  /// Takes note that a run has made some steps
  ///
  /// - Parameter copy: makes the copy where one is due.
  mutating func note(steps made: Int, at second: Instant, begins: Instant, _ copy: () -> Run) {
    stepCount += made
    guard stepCount >= distance.steps || second >= due(begins), second > entries.last?.at ?? begins
    else {
      return
    }
    stepCount = 0
    entries.append((second, copy()))
    guard entries.count > Self.limit else { return }
    entries = entries.enumerated().filter { $0.offset % 2 == 1 }.map { $0.element }
    distance.seconds *= 2
    distance.steps *= 2
  }
}
