package import OppEngine
package import OppModel

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
/// Of a field, fewer than ``longest`` values wait; of more, the first and the newest stay. So a meter that changes a hundred times
/// a second costs a button beside it nothing:
///
/// ```
/// power 1, power 2, button on, power 3, button off, power 4, power 5
/// step    power 1
/// step    button on
/// step    button off, power 5
/// ```
package struct MessageInbox {
  /// The number of values of a field of which only the first and the newest wait
  package static let longest = 5

  /// A reading, and the numbers of the messages that it was made of
  private struct Waiting {
    var reading: SourceReading
    var numbers: [Int64]

    /// Adds a later one, whose values count
    mutating func add(_ later: Waiting) {
      reading = reading.followed(by: later.reading)
      numbers += later.numbers
    }
  }

  /// The readings of each subject
  private var readings: [FetchKey: [Waiting]] = [:]

  /// The subjects with readings, in the order in which they came
  private var subjects: [FetchKey] = []

  /// Everything but readings, which does not wait for a second of its own
  private var others: [Arrival] = []

  /// The numbers of the messages in the store that brought ``others``, or nothing
  private var otherNumbers: [Int64] = []

  /// `true` if the readings that are left wait since an earlier step
  private var isHeldBack = false

  package init() {}

  package var isEmpty: Bool { subjects.isEmpty && others.isEmpty && otherNumbers.isEmpty }

  /// Adds the arrivals of a message
  ///
  /// - Parameter number: that of the message in the store; `nil` for one that is not kept.
  package mutating func add(_ arrivals: [Arrival], number: Int64?) {
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
    if queue[last].reading.allows(new.reading) {
      queue[last].add(new)
    } else {
      queue.append(new)
      if queue.count >= Self.longest { Self.thin(&queue) }
    }
    readings[subject] = queue
  }

  /// Removes the middle values of a field that has too many, and joins the readings that no longer contradict each other
  private static func thin(_ queue: inout [Waiting]) {
    var isThinned = false
    for field in queue[0].reading.fields.indices {
      let places = queue.indices.filter { queue[$0].reading.fields[field] != .unchanged }
      if places.count < longest { continue }
      isThinned = true
      for place in places.dropFirst().dropLast() {
        queue[place].reading = queue[place].reading.without(field)
      }
    }
    guard isThinned else { return }
    // The first one is on its way: each other joins the one after it.
    for place in queue.indices.dropFirst().dropLast().reversed()
    where queue[place].reading.isApart(from: queue[place + 1].reading) {
      let later = queue.remove(at: place + 1)
      queue[place].add(later)
    }
  }

  /// Takes the arrivals that count at a second
  ///
  /// - Returns: the arrivals, and the numbers of the messages that are taken with them.
  package mutating func take(at now: Instant) -> (arrivals: [Arrival], numbers: [Int64]) {
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

  /// `true` if another reading of the same subject has no field of this one
  fileprivate func isApart(from other: SourceReading) -> Bool {
    zip(fields, other.fields).allSatisfy { $0 == .unchanged || $1 == .unchanged }
  }

  /// The reading that leaves a field as it was
  fileprivate func without(_ field: Int) -> SourceReading {
    var fields = fields
    fields[field] = .unchanged
    return SourceReading(
      source: source, arguments: arguments, instant: instant, fields: fields,
      freshness: freshness, isLasting: isLasting)
  }

  /// The reading that this one and a later one are together
  package func followed(by later: SourceReading) -> SourceReading {
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
