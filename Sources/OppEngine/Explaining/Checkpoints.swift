internal import OppModel

/// The distance from one checkpoint to the next, in time or in steps, whichever comes first
struct CheckpointDistance: Sendable {
  var seconds: Int64 = 7 * 86_400
  var steps = 500
}

/// Copies of a run at some of its seconds, so that any other second is reached soon from the one before
///
/// A copy is made each week, or each 500 steps where these come sooner. Where there are more than their memory allows each
/// second one is left out, and from then on they are twice as far apart. So memory follows neither the length of a recording
/// nor the number of rows.
///
/// Beside them are the runs that were requested last, because the next request is mostly for a neighbouring second.
struct Checkpoints<Run: Sendable>: Sendable {
  /// The run before its first second, which is kept for good
  private let first: Run

  /// In the order of time
  private var entries: [Entry] = []

  /// The runs that were looked for last, the latest at the end
  private var recent: [Entry] = []

  /// A run at a second; a class, since a run has hundreds of parts that a copy counts one by one
  private final class Entry: Sendable {
    let at: Instant
    let run: Run

    init(at: Instant, run: Run) {
      self.at = at
      self.run = run
    }
  }

  /// The distance from one to the next
  private var distance: CheckpointDistance

  /// The steps since the last
  private var stepCount = 0

  /// The bytes that all of them may take, about
  private let budget: Int

  /// The least and the greatest number of checkpoints
  private static var fewest: Int { 4 }
  private static var most: Int { 64 }

  /// The number of ``recent`` runs
  private static var recentCount: Int { 2 }

  /// The beginning of the day before that of a second, in UTC: seconds of one day have it in common
  static func dayBefore(_ second: Instant) -> Instant {
    let ofDay = (second.seconds % 86_400 + 86_400) % 86_400
    return second.advanced(by: -ofDay - 86_400)
  }

  init(_ first: Run, every distance: CheckpointDistance, budget: Int) {
    self.first = first
    self.distance = distance
    self.budget = budget
  }

  /// The number of checkpoints
  var count: Int { entries.count }

  /// The number of steps after which it is looked whether a checkpoint is due
  var portion: Int { min(distance.steps, 64) }

  /// The latest run before a second, or at it
  ///
  /// - Parameter isAtIt: whether one at the second itself will do.
  func last(before second: Instant, orAtIt isAtIt: Bool) -> (at: Instant, run: Run) {
    var found: Entry?
    for entry in entries + recent
    where entry.at < second || isAtIt && entry.at == second {
      if found.map({ $0.at < entry.at }) ?? true { found = entry }
    }
    guard let found else { return (.distantPast, first) }
    return (found.at, found.run)
  }

  /// Keeps a run that was looked for
  mutating func keep(_ run: Run, at second: Instant) {
    if recent.count >= Self.recentCount { recent.removeFirst() }
    recent.append(Entry(at: second, run: run))
  }

  /// The second at which the next one is due by time
  func due(_ begins: Instant) -> Instant {
    Instant(seconds: Seconds.add((entries.last?.at ?? begins).seconds, distance.seconds))
  }

  /// Takes note that a run has made some steps
  ///
  /// - Parameters:
  ///   - size: the bytes of a copy, about.
  ///   - copy: makes the copy if one is due.
  mutating func note(
    steps made: Int, at second: Instant, begins: Instant, size: @autoclosure () -> Int,
    _ copy: () -> Run
  ) {
    stepCount += made
    guard stepCount >= distance.steps || second >= due(begins),
      second > entries.last?.at ?? begins
    else { return }
    stepCount = 0
    entries.append(Entry(at: second, run: copy()))
    let limit = min(max(budget / max(size(), 1), Self.fewest), Self.most)
    guard entries.count > limit else { return }
    entries = stride(from: 1, to: entries.count, by: 2).map { entries[$0] }
    distance.seconds *= 2
    distance.steps *= 2
  }
}

extension Engine {
  /// The approximate bytes of a copy that is written in full, by the numbers of instances and Opps, which are most of it
  ///
  /// Arrays that have grown have room for half as much again, or twice as much.
  var approximateSize: Int {
    let size =
      evaluator.instances.approximateSize + opps.count * MemoryLayout<OppState>.stride * 3 / 2
      + evaluator.facts.rows.count * 200
    return size * 2
  }
}
