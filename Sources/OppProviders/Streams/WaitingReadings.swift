internal import OppEngine
internal import OppModel
internal import OppRecordings

/// The readings of a source that came by themselves and have not been handed over
///
/// Of each value of the parameters, one reading is handed over at a time: the engine sees one of a second. A later
/// reading replaces one that waits, unless a Bool, a Text or a case of an enum differs: a button that was pressed and
/// released within a second was pressed. A field that a reading lacks keeps its value.
///
/// ```
/// waiting   20C off                       21C off comes    21C off
/// waiting   21C off                       21C on comes     21C off, 21C on
/// waiting   21C                           on comes         21C on
/// waiting   off, on, off, on, off         on comes         off, on: of more than 5 the first and the newest
/// ```
struct WaitingReadings {
  private let source: SourceID

  /// The fields whose changes are all handed over
  private let states: [Int]

  /// The values of the parameters of which something waits, in the order in which they came
  private var order: [[Value?]] = []

  /// The readings that wait, by the values of the parameters
  private var queues: [[Value?]: [SourceReading]] = [:]

  /// The time of the last reading, by the values of the parameters
  private var last: [[Value?]: Instant] = [:]

  /// The most readings of the same values that wait
  private static let longestQueue = 5

  /// The most values that wait; a program that prints more has to wait as well
  private static let mostValues = 10_000

  /// The most values whose last time is known
  private static let mostTimes = 100_000

  init(_ id: SourceID, _ source: Source) {
    self.source = id
    states = source.fields.indices.filter {
      switch source.fields[$0].type {
      case .bool, .text, .enumeration: true
      default: false
      }
    }
  }

  /// `true` if no more readings are to be added now
  var isFull: Bool { order.count >= Self.mostValues }

  /// Adds a reading; one that is older than the last of the same values does not count
  mutating func add(_ reading: RecordedReading) {
    let arguments = reading.arguments
    let instant = reading.time.instant
    if let last = last[arguments], instant < last { return }
    if last.count >= Self.mostTimes { last = [:] }
    last[arguments] = instant
    var added = SourceReading(
      source: source, arguments: arguments, instant: instant,
      fields: reading.fields.map { $0 == .neverRead ? .unchanged : $0 }, freshness: nil,
      isLasting: false)
    guard var queue = queues[arguments], !queue.isEmpty else {
      order.append(arguments)
      queues[arguments] = [added]
      return
    }
    if canReplace(queue[queue.count - 1], with: added) {
      added = added.keeping(queue.removeLast().fields)
    }
    queue.append(added)
    if queue.count > Self.longestQueue {
      for skipped in queue[1..<(queue.count - 1)].reversed() {
        added = added.keeping(skipped.fields)
      }
      queue = [queue[0], added]
    }
    queues[arguments] = queue
  }

  /// `true` if no state of a reading that waits is lost when a later one takes its place
  private func canReplace(_ waiting: SourceReading, with later: SourceReading) -> Bool {
    states.allSatisfy { field in
      let (before, after) = (waiting.fields[field], later.fields[field])
      return before == after || before == .unchanged || after == .unchanged
    }
  }

  /// Takes one reading of each of the values
  mutating func next() -> [Arrival] {
    var arrivals: [Arrival] = []
    var waiting: [[Value?]] = []
    for arguments in order {
      guard var queue = queues.removeValue(forKey: arguments), !queue.isEmpty else { continue }
      arrivals.append(.reading(queue.removeFirst()))
      guard !queue.isEmpty else { continue }
      queues[arguments] = queue
      waiting.append(arguments)
    }
    order = waiting
    return arrivals
  }
}

extension SourceReading {
  /// The reading with the fields of an earlier one that it lacks
  fileprivate func keeping(_ earlier: [FieldReading]) -> SourceReading {
    SourceReading(
      source: source, arguments: arguments, instant: instant,
      fields: zip(fields, earlier).map { $0 == .unchanged ? $1 : $0 }, freshness: freshness,
      isLasting: isLasting)
  }
}
