internal import OppEngine
internal import OppModel

/// The messages that wait for a step, in the order in which they came
///
/// Of two readings of one second the later counts. So a step takes one value of each field, and a value that would
/// replace it waits for the next second:
///
/// ```
/// 12:00:00   door true, door false, temp 21, temp 22
/// step 12:00:00   door true, temp 21
/// step 12:00:01   door false, temp 22
/// ```
///
/// At most ``longest`` readings of a subject wait; of more, the first and the newest stay.
struct MessageInbox {
  /// The most readings of one subject that wait
  static let longest = 5

  /// A reading with what it was made of
  private struct Waiting {
    var reading: SourceReading
    var numbers: [Int64]
  }

  /// The readings of each subject
  private var readings: [FetchKey: [Waiting]] = [:]

  /// The subjects with readings, in the order in which they came
  private var subjects: [FetchKey] = []

  /// Everything but readings, which does not wait for a second of its own
  private var others: [Arrival] = []

  /// The numbers of the messages in the store that brought ``others``, or nothing
  private var otherNumbers: [Int64] = []

  /// `true` if what is left waits since an earlier step
  private var isHeldBack = false

  var isEmpty: Bool { subjects.isEmpty && others.isEmpty && otherNumbers.isEmpty }

  /// Adds what a message brought
  ///
  /// - Parameter number: that of the message in the store; `nil` for one that is not kept.
  mutating func add(_ arrivals: [Arrival], number: Int64?) {
    var numbers = number.map { [$0] } ?? []
    for arrival in arrivals {
      guard case .reading(let reading) = arrival else {
        others.append(arrival)
        continue
      }
      add(Waiting(reading: reading, numbers: numbers))
      // A message is taken with its last reading; each has one.
      numbers = []
    }
    otherNumbers += numbers
  }

  private mutating func add(_ new: Waiting) {
    let subject = FetchKey.source(new.reading.source, new.reading.arguments)
    guard var queue = readings[subject] else {
      readings[subject] = [new]
      subjects.append(subject)
      return
    }
    let last = queue.count - 1
    if queue[last].reading.allows(new.reading) || queue.count == Self.longest {
      queue[last].reading = queue[last].reading.followed(by: new.reading)
      queue[last].numbers += new.numbers
    } else {
      queue.append(new)
    }
    if queue.count == Self.longest {
      // The first and the newest stay.
      let newest = queue[1...].dropFirst().reduce(queue[1]) { merged, next in
        Waiting(
          reading: merged.reading.followed(by: next.reading), numbers: merged.numbers + next.numbers
        )
      }
      queue = [queue[0], newest]
    }
    readings[subject] = queue
  }

  /// Takes what counts at a second
  ///
  /// - Returns: the arrivals, and the numbers of the messages that are taken with them.
  mutating func take(at now: Instant) -> (arrivals: [Arrival], numbers: [Int64]) {
    var (arrivals, numbers) = (others, otherNumbers)
    (others, otherNumbers) = ([], [])
    var left: [FetchKey] = []
    for subject in subjects {
      guard var queue = readings[subject], !queue.isEmpty else { continue }
      let first = queue.removeFirst()
      arrivals.append(.reading(isHeldBack ? first.reading.counting(from: now) : first.reading))
      numbers += first.numbers
      readings[subject] = queue.isEmpty ? nil : queue
      if !queue.isEmpty { left.append(subject) }
    }
    subjects = left
    isHeldBack = !left.isEmpty
    return (arrivals, numbers)
  }
}

extension SourceReading {
  /// `true` if another reading of the same subject leaves each value of this one as it is
  fileprivate func allows(_ later: SourceReading) -> Bool {
    zip(fields, later.fields).allSatisfy { own, other in
      own == .unchanged || other == .unchanged || own == other
    }
  }

  /// The reading that this one and a later one are together
  func followed(by later: SourceReading) -> SourceReading {
    SourceReading(
      source: source, arguments: arguments, instant: later.instant,
      fields: zip(fields, later.fields).map { $1 == .unchanged ? $0 : $1 },
      freshness: later.freshness, isLasting: later.isLasting)
  }

  /// The same from a second on
  fileprivate func counting(from now: Instant) -> SourceReading {
    SourceReading(
      source: source, arguments: arguments, instant: now, fields: fields, freshness: freshness,
      isLasting: isLasting)
  }
}
