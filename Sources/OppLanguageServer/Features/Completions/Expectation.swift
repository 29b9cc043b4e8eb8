internal import OppModel

/// The values that may stand at a place
///
/// | place | kind |
/// | --- | --- |
/// | `when ‸`, `not ‸` | `condition`: any operand may begin one |
/// | `sky == ‸` | `value`: a Sky |
/// | `temp > 20C for ‸` | `constant`: a Duration that no reading changes |
/// | `sky in ‸` | `members`: a list of Sky; a value may begin a range of an ordered type |
/// | `count(‸)`, `for each x in ‸` | `list`, behind `in` of rows alone |
/// | `on ‸` | `event`: a condition, a time of day or an instant |
/// | `average(‸)` | `amounts`: an amount, or a list of amounts |
/// | `average(temp, ‸)` | `span`: only `last`, `next` and `since` |
/// | `age(‸)` | `reading`: a field of a source |
/// | `known(‸)` | `anything` |
struct Expectation {
  enum Kind: Hashable {
    case anything
    case condition
    case value(ValueType)
    case constant(ValueType)
    case members(of: ValueType)
    case list(ofRows: Bool)
    case event
    case amounts(Amounts)
    case span
    case reading
  }

  /// The amounts that a function takes
  struct Amounts: Hashable {
    /// `true` if it takes one value, such as that of a window
    let one: Bool

    /// `true` if it takes a list of values
    let list: Bool

    /// `true` if instants, dates and times of day will do: an order is enough
    let ordered: Bool

    /// `true` if it takes a value of a type
    func take(_ type: ValueType) -> Bool {
      if case .list(let element) = type { return list && isAmount(element) }
      return one && isAmount(type)
    }

    private func isAmount(_ type: ValueType) -> Bool {
      ordered ? type.isCalculable : type == .number || Dimension(type) != nil
    }
  }

  let kind: Kind

  /// `true` if letters are typed: an amount of another type may then begin arithmetic
  let hasLetters: Bool

  /// `true` if the cases of the wanted enum have an order
  var hasOrderedCases = false

  /// The ranks of items: of the wanted type, able to begin an expression of it, and able only to be a part of one
  enum Rank {
    static let wanted = 0
    static let beginning = 3
    static let part = 5
  }

  /// The type of the value, or `nil` if values of several types may stand there
  var type: ValueType? {
    switch kind {
    case .condition: .bool
    case .value(let type), .constant(let type), .members(let type): type
    case .anything, .list, .event, .amounts, .span, .reading: nil
    }
  }

  /// The rank of a name of a type, or `nil` if it cannot stand there
  ///
  /// - Parameter type: `nil` if it is not known, as that of a let with a mistake.
  func rank(of type: ValueType?) -> Int? {
    switch kind {
    case .anything: return type == .place && !hasLetters ? nil : Rank.beginning
    case .reading: return Rank.beginning
    case .condition: return rankInCondition(of: type)
    case .list(let ofRows):
      return type.map { ofRows ? $0.isRows : $0.isList } ?? false ? Rank.wanted : nil
    case .event:
      if type == .bool || type == .timeOfDay || type == .instant { return Rank.wanted + 2 }
      return hasLetters ? Rank.beginning : nil
    case .span: return nil
    case .amounts(let amounts):
      return type.map { amounts.take($0) } ?? false ? Rank.wanted : nil
    case .value(let wanted), .constant(let wanted):
      guard let type else { return nil }
      if Self.fits(type, wanted) { return Rank.wanted }
      return hasLetters && type.isCalculable && wanted.isCalculable ? Rank.part : nil
    case .members(let wanted):
      guard let type else { return nil }
      if type == .list(wanted) { return Rank.wanted }
      return type == wanted && hasRanges(wanted) ? Rank.beginning : nil
    }
  }

  /// A condition itself, or a value that may be compared; places and rows may not
  private func rankInCondition(of type: ValueType?) -> Int? {
    if type == .bool { return Rank.wanted }
    let isCompared = type != .place && !(type?.isRows ?? false)
    return isCompared || hasLetters ? Rank.beginning : nil
  }

  /// `true` if a name may stand there whose fields are meant: without letters, only where anything may begin
  var admitsOwners: Bool {
    switch kind {
    case .anything, .condition: true
    case .list, .reading: true
    case .value, .constant, .members, .event, .amounts, .span: hasLetters
    }
  }

  /// `true` if a value of a type may stand where another is wanted
  static func fits(_ type: ValueType, _ wanted: ValueType) -> Bool {
    type == wanted || wanted == .position && type == .place
  }

  /// `true` if `a..b` of a type may be right of `in`
  private func hasRanges(_ type: ValueType) -> Bool {
    type.isCalculable || type == .weekday || type == .month || hasOrderedCases
  }

  /// `true` if calls of a function of the language may stand there, by its result
  func admits(_ result: FunctionResult) -> Bool {
    switch kind {
    case .anything, .condition, .event: true
    case .span, .constant, .reading: false
    case .list: result == .rows || result == .first || result == .unknown
    case .members(let type): hasRanges(type) && admits(result, type) || result == .unknown
    case .amounts(let amounts):
      amounts.one && result != .value(.bool) && result != .value(.text) && result != .rows
    case .value(let wanted): admits(result, wanted)
    }
  }

  private func admits(_ result: FunctionResult, _ wanted: ValueType) -> Bool {
    switch result {
    case .unknown, .element, .first: true
    case .extreme: hasRanges(wanted)
    case .amount: wanted == .number || Dimension(wanted) != nil
    case .rows: wanted.isList
    case .value(let type): type == wanted || hasLetters && wanted.isCalculable && type.isCalculable
    }
  }
}

/// The kind of the result of a function of the language
enum FunctionResult: Hashable {
  case value(ValueType)
  /// An amount of the type of its operand, or a number
  case amount
  /// A value of the type of its operand
  case element
  /// A row or value of a list, or the first few of them
  case first
  /// A value of the type of its operand, which has an order
  case extreme
  case rows
  /// Not in the table: it may be anything
  case unknown

  init(of function: String) {
    self = Self.results[function] ?? .unknown
  }

  private static let results: [String: FunctionResult] = [
    "all": .value(.bool), "any": .value(.bool), "none": .value(.bool), "known": .value(.bool),
    "count": .value(.number), "times": .value(.number), "length": .value(.number),
    "sqrt": .value(.number), "exp": .value(.number), "ln": .value(.number),
    "sum": .amount, "average": .amount, "change": .amount, "total": .amount, "increase": .amount,
    "mod": .amount, "abs": .amount, "round": .amount, "floor": .amount, "ceil": .amount,
    "min": .extreme, "max": .extreme, "first": .first, "ago": .element,
    "age": .value(.duration), "began": .value(.instant), "last_change": .value(.instant),
    "distance": .value(.length), "travelled": .value(.length),
    "lower": .value(.text), "upper": .value(.text),
    "gaps": .rows, "distinct": .rows,
  ]
}

extension ValueType {
  var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// `true` if it is a list of rows of a table
  var isRows: Bool {
    if case .list(.row) = self { true } else { false }
  }

  /// `true` if values of it can be a part of a sum or product
  var isCalculable: Bool {
    self == .number || self == .timeOfDay || self == .date || self == .instant
      || Dimension(self) != nil
  }
}
