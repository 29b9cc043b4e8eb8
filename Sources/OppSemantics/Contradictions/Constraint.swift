internal import OppModel

/// What a condition says of one signal when it is true: the values that the signal may have
struct Constraint {
  let signal: Signal
  var values: AllowedValues
}

/// A part of a condition whose value can be reasoned about, by its node
struct Signal: Hashable {
  let node: NodeID

  /// Whether it is compared with local times, which stand in an order of their own
  let isLocal: Bool
}

/// The values that a signal may have
enum AllowedValues: Hashable {
  case numbers(IntervalSet)

  /// Only these texts
  case texts(Set<String>)

  /// Any text but these
  case otherTexts(Set<String>)

  var isEmpty: Bool {
    switch self {
    case .numbers(let numbers): numbers.isEmpty
    case .texts(let texts): texts.isEmpty
    case .otherTexts: false
    }
  }

  /// The values in both; nil where the two are of different kinds
  func intersection(_ other: AllowedValues) -> AllowedValues? {
    switch (self, other) {
    case (.numbers(let left), .numbers(let right)): .numbers(left.intersection(right))
    case (.texts(let left), .texts(let right)): .texts(left.intersection(right))
    case (.texts(let some), .otherTexts(let excluded)),
      (.otherTexts(let excluded), .texts(let some)):
      .texts(some.subtracting(excluded))
    case (.otherTexts(let left), .otherTexts(let right)): .otherTexts(left.union(right))
    case (.numbers, _), (_, .numbers): nil
    }
  }

  /// The values in one or the other; nil where the two are of different kinds
  func union(_ other: AllowedValues) -> AllowedValues? {
    switch (self, other) {
    case (.numbers(let left), .numbers(let right)): .numbers(left.union(right))
    case (.texts(let left), .texts(let right)): .texts(left.union(right))
    case (.texts(let some), .otherTexts(let excluded)),
      (.otherTexts(let excluded), .texts(let some)):
      .otherTexts(excluded.subtracting(some))
    case (.otherTexts(let left), .otherTexts(let right)): .otherTexts(left.intersection(right))
    case (.numbers, _), (_, .numbers): nil
    }
  }
}
