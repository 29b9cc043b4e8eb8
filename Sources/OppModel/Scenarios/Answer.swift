/// The answer of a person to a firing: the cases of the prelude's `Answer`, in its order
package enum Answer: Int, Hashable, Sendable, CaseIterable {
  case unanswered
  case snoozed
  case dismissed
  case done

  /// The name of the case
  package var name: String {
    switch self {
    case .unanswered: "unanswered"
    case .snoozed: "snoozed"
    case .dismissed: "dismissed"
    case .done: "done"
    }
  }

  /// The answer of a name; nil if there is none
  package init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The case as a value of the language
  package var value: Value { .scalar(Double(rawValue)) }

  /// `true` if an answer may still be given: it has none, or was put off
  package var isOpen: Bool { self == .unanswered || self == .snoozed }
}
