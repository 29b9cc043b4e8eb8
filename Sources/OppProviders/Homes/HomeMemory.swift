internal import OppEngine
internal import OppModel
internal import Synchronization

/// A value of an entity that holds for a while after the entity has none
///
/// ```
/// 21 °C at 8:00     unavailable from 8:10 on, lost: 5min     21 °C up to 8:15, then unknown
/// ```
struct HeldValue<Content: Hashable & Sendable>: Hashable, Sendable {
  /// The last value; `nil` if there was none, or it holds no longer
  private(set) var content: Content?

  /// The end of it; `nil` while the entity has a value
  private(set) var end: ContinuousClock.Instant?

  /// Takes a value, or that there is none
  mutating func take(_ new: Content?, lost grace: Duration, at now: ContinuousClock.Instant) {
    if let new {
      (content, end) = (new, nil)
    } else if grace == .zero || content == nil {
      content = nil
    } else {
      end = end ?? now + grace
    }
  }

  /// Ends a value that holds no longer
  mutating func expire(at now: ContinuousClock.Instant) {
    guard let end, end <= now else { return }
    (content, self.end) = (nil, nil)
  }
}

/// The entities of a connection, and the values that count, as they stay over connections
final class HomeMemory: Sendable {
  struct State {
    /// The entities as Home Assistant has them now
    var entities: [String: HomeEntity] = [:]

    /// By field of a source
    var fields: [HeldValue<Value>]

    /// By entity, the row of a table
    var rows: [String: HeldValue<[Value?]>] = [:]

    /// The last reading that was handed over; `nil` if everything is to be handed over
    var handedOver: [FieldReading]?

    /// The keys and rows that were handed over; `nil` if all rows are to be
    var handedOverRows: [[Value]: [Value?]]?

    /// The mistakes that have been said
    var said: Set<String> = []
    var configuration: HomeConfiguration?

    /// The times at which values end that hold for a while
    var ends: [ContinuousClock.Instant] {
      fields.compactMap { $0.end } + rows.values.compactMap { $0.end }
    }

    /// `true` while the values are unknown because the connection was lost for too long
    var isLost = false
  }

  let state: Mutex<State>

  init(fields: Int) {
    state = Mutex(State(fields: [HeldValue<Value>](repeating: HeldValue(), count: fields)))
  }
}
