package import OppModel

/// The subject of a fetch
package enum FetchKey: Hashable, Sendable {
  /// A reading of a source, by the values of its parameters; nil for a parameter's default
  ///
  /// Positions among them are rounded to the cell of the provider.
  case source(SourceID, [Value?])

  /// The rows of a table
  case table(TableID)

  /// The position of an address
  case address(String)

  /// The places of a category around the position of the fetch
  case places(category: String)
}

extension FetchKey {
  /// Hashes the parts that distinguish most keys, as plain numbers, because a plan looks up dozens of keys
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .source(let source, let arguments):
      var number = Int64(source.index)
      for argument in arguments {
        guard let argument else { continue }
        switch argument {
        case .scalar(let value): number = number &* 31 &+ Int64(bitPattern: (value + 0).bitPattern)
        case .position(let position):
          number = number &* 31 &+ Int64(bitPattern: (position.latitude + 0).bitPattern)
        case .place(let place):
          number = number &* 31 &+ Int64(bitPattern: (place.position.latitude + 0).bitPattern)
        case .truth, .text, .list, .row: hasher.combine(argument)
        }
      }
      hasher.combine(number)
    case .table(let table): hasher.combine(-1 - Int64(table.index))
    case .address(let text): hasher.combine(text)
    case .places(let category): hasher.combine(category)
    }
  }
}

extension FetchKey {
  /// Whether a key comes before another: sources by their arguments, then tables, addresses and categories
  ///
  /// The order depends on nothing that a session has lived through. Neither of two sources comes first whose arguments
  /// differ in a list or a row only.
  func comesBefore(_ other: FetchKey) -> Bool {
    switch (self, other) {
    case (.source(let own, let arguments), .source(let others, let otherArguments)):
      if own != others { return own.index < others.index }
      for (left, right) in zip(arguments, otherArguments) where left != right {
        guard let left, let right else { return left == nil }
        if Self.comesBefore(left, right) { return true }
        if Self.comesBefore(right, left) { return false }
      }
      return false
    case (.table(let own), .table(let others)): return own.index < others.index
    case (.address(let own), .address(let others)),
      (.places(let own), .places(let others)):
      return KeyOrder.isLess(own, others)
    case (.source, _), (.table, _), (.address, _), (.places, _): return rank < other.rank
    }
  }

  /// The number of its kind
  private var rank: Int {
    switch self {
    case .source: 0
    case .table: 1
    case .address: 2
    case .places: 3
    }
  }

  /// Whether an argument comes before another of the same parameter
  private static func comesBefore(_ left: Value, _ right: Value) -> Bool {
    if case .position(let own) = left, case .position(let others) = right {
      return comesBefore(own, others)
    }
    if case .place(let own) = left, case .place(let others) = right {
      if own.name != others.name { return KeyOrder.isLess(own.name, others.name) }
      return comesBefore(own.position, others.position)
    }
    return KeyOrder.isLess(left, right)
  }

  private static func comesBefore(_ left: Position, _ right: Position) -> Bool {
    left.latitude == right.latitude
      ? left.longitude < right.longitude : left.latitude < right.latitude
  }
}
