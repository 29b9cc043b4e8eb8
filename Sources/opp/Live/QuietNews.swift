internal import OppEngine
internal import OppModel
internal import OppSession

/// The responses that bring no new readings, only other lines that cannot be read, until the next step has them
///
/// A second is processed once. If such a response took one, a line that comes later in it would have to wait for the next second,
/// whose own line for the one after it, and so on for each line of a program that writes one a second:
///
/// ```
/// 12:00:00.20  a new log has taken the place of one with bad lines     it waits
/// 12:00:00.60  a line                                                  second :00 is processed, with both
/// ```
///
/// Without a line it has a second of its own after two seconds.
struct QuietNews {
  private var responses: [FetchResponse] = []

  /// The second in which the first of them has to be handed over; `nil` if there is none
  private(set) var due: Instant?

  /// The time for which a response waits, in seconds
  private static let patience: Int64 = 2

  mutating func add(_ new: [FetchResponse], at now: Instant) {
    guard !new.isEmpty else { return }
    responses += new
    due = due ?? now.advanced(by: Self.patience)
  }

  func isDue(at now: Instant) -> Bool { due.map { $0 <= now } ?? false }

  /// The responses, which are forgotten
  mutating func take() -> [FetchResponse] {
    defer { self = QuietNews() }
    return responses
  }
}
