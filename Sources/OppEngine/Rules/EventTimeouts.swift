package import OppModel

/// The time limits of events, where readings arrive after the second at which they are needed
///
/// `on 12:00 when c`, waiting 60 s, with a lateness of 900 s:
///
///     c comes true at 12:00:20          fires at 12:00:20, as of 12:00
///     c comes false at 12:00:20         nothing, even if it turns true later
///     c comes true at 12:01:01          missed at 12:01
///
/// With `c` known to be true, and the machine asleep from 11:50 on:
///
///     it wakes at 12:15                 fires at 12:15, as of 12:00
///     it wakes at 12:15:01              missed at 12:15:01
///
/// The time of `expires` takes the place of the lateness.
package struct EventTimeouts: Hashable, Sendable {
  /// The number of seconds for which an event waits for the readings that its condition misses
  package let waiting: Int64

  /// The number of seconds after an event that was slept through in which a notification is still of use, of an Opp without
  /// `expires`
  package let lateness: Int64

  package init(waiting: Int64 = 60, lateness: Int64 = 900) {
    self.waiting = waiting
    self.lateness = lateness
  }
}

/// An event that was missed: undecided for too long, or slept through
package struct MissedEvent: Hashable, Sendable {
  /// The index of the Opp in ``ConditionGraph/rules``
  package let rule: Int
  package let opp: String

  /// The row of `for each`
  package let row: RowID?
  package let at: Instant
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    /// Whether its condition held was not known in time, and why
    case undecided([UnknownReason])
    /// The machine was asleep, and woke too late
    case slept
  }
}

/// A firing that waits for readings: its condition, its text or its record is undecided
///
/// An Opp may have several of them: `on every 30s when c`, with `c` known 40 s late, fires for each.
struct PendingEvent: Sendable {
  let opp: OppID

  /// The second that the firing is of
  let second: Int64

  /// The second at which it is given up
  var deadline: Int64
  let kind: Kind

  /// The values that its text, recipient, payload and record say, as far as they were known at its second
  let words: FiringWords

  /// The parts of its condition that were known at its second
  let condition: WaitingCondition

  /// The kinds, by their words among the entries of memory
  enum Kind: String, Sendable {
    /// An event, whose condition is undecided
    case event = "F"
    /// A row that has left its list, so that only `when` is evaluated
    case removal = "T"
    /// A firing of `again every`, while its condition is undecided
    case repetition = "again"
    /// A firing that is certain, while its text or its record is undecided
    case words
  }
}

extension PendingEvent {
  /// Ends the word of a kind that the values of words follow; twice, those of the condition come after them
  private static let valuesFollow: Character = "+"

  /// Its seconds and its kind: `1782043200 1782043260 F`, or `1782043200 1782043260 F+ 1 389f423f… t 3:Ann` with a value
  func write(to writer: inout MemoryWriter, _ meaning: RuleMeaning) {
    writer.add(second)
    writer.add(deadline)
    var word = kind.rawValue
    let parts = condition.isEmpty ? words.isEmpty ? 0 : 1 : 2
    for _ in 0..<parts { word.append(Self.valuesFollow) }
    writer.word(word)
    if parts > 0 { words.write(to: &writer, meaning) }
    if parts > 1 { condition.write(to: &writer, meaning) }
  }

  /// - Returns: nil for one of a kind that there is not.
  init?(of opp: OppID, from reader: inout MemoryReader, _ meaning: RuleMeaning) {
    self.opp = opp
    second = reader.second()
    deadline = reader.second()
    var word = reader.word()
    var parts = 0
    while parts < 2, word.last == Self.valuesFollow {
      word.removeLast()
      parts += 1
    }
    guard let kind = Kind(rawValue: word) else {
      reader.fail()
      return nil
    }
    self.kind = kind
    words = parts > 0 ? FiringWords(from: &reader, meaning) : FiringWords()
    condition =
      parts > 1 ? WaitingCondition(from: &reader, meaning) : WaitingCondition()
  }
}
