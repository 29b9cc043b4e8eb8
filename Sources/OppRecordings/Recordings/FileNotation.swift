internal import OppModel

/// The way in which the numbers and dates of one file are written, as far as its rows prove it
///
/// A file is first read in the notations that need no proof. If a cell cannot be read so, all rows are searched for proofs, and
/// the file is read once more in the notation that they prove: a proof is never looked for in a part of a file.
///
/// ```
/// 20,5                   the comma marks decimals
/// 1,234                  nothing: it may mark thousands
/// 20,5 and 1234.5        both marks, so that no number with a mark is read
/// 6/21/2026              the month is first
/// 6/21/2026 and 21/6/26  both orders, so that no such date is read
/// ```
package struct FileNotation {
  /// The state of a choice between two ways of writing that exclude each other
  enum Proof<Choice: Equatable>: Equatable {
    case unproved
    case proved(Choice)
    /// Some rows prove the first way, others the second
    case contradictory

    /// Adds the choice that a row proves
    mutating func note(_ choice: Choice) {
      switch self {
      case .unproved: self = .proved(choice)
      case .proved(let other): if other != choice { self = .contradictory }
      case .contradictory: break
      }
    }

    /// `true` if a way is the proved one
    func allows(_ choice: Choice) -> Bool {
      if case .proved(let proved) = self { proved == choice } else { false }
    }
  }

  /// The mark between the whole part of a number and its decimals
  enum Mark: Equatable {
    case point
    case comma
  }

  /// The part of a date that comes first
  enum DateOrder: Equatable {
    case dayFirst
    case monthFirst
  }

  /// `true` if the point marks decimals if nothing is proved, as between commas
  let assumesPoint: Bool

  /// `true` if all rows have been searched
  private(set) var isSettled = false

  private(set) var marks = Proof<Mark>.unproved
  private(set) var order = Proof<DateOrder>.unproved

  /// `true` if a date with points has its month first, so that none of them is read
  private(set) var hasMonthBeforePoint = false

  /// The first line that proves the mark of decimals
  private(set) var lineOfMark: Int?

  /// The first lines that prove each order
  private(set) var lineOfDayFirst: Int?
  private(set) var lineOfMonthFirst: Int?

  /// `true` if the day number of a spreadsheet has a time of day, so that one without is a midnight
  private(set) var hasDayParts = false

  /// `true` if the mark and the order are said, so that rows prove nothing of them
  private let isMarkSaid: Bool
  private let isOrderSaid: Bool

  /// - Parameter said: the statements of the file's owner about it, which go before any proof.
  init(separator: UInt8, said: FileStatements? = nil) {
    assumesPoint = separator == UInt8(ascii: ",")
    isMarkSaid = said?.decimal != nil
    if let decimal = said?.decimal { marks = .proved(decimal) }
    switch said?.dates {
    case .dayFirst?: (isOrderSaid, order) = (true, .proved(.dayFirst))
    case .monthFirst?: (isOrderSaid, order) = (true, .proved(.monthFirst))
    case .yearFirst?, .spreadsheet?, .pattern?, nil: isOrderSaid = false
    }
  }

  /// Marks that all rows have been searched
  mutating func settle() { isSettled = true }

  /// `true` if it proves the same as another one
  func proves(thatOf other: FileNotation) -> Bool {
    marks == other.marks && order == other.order
      && hasMonthBeforePoint == other.hasMonthBeforePoint
  }

  /// `true` if a number or a date that needs no proof is refused because of the notation that the rows prove
  var refusesPlainText: Bool { hasMonthBeforePoint || assumesPoint && !allowsPoint }

  /// Adds the mark that a number proves
  mutating func note(_ number: WrittenNumber, line: Int) {
    guard !isMarkSaid, number.provesMark, let mark = number.mark else { return }
    if lineOfMark == nil { lineOfMark = line }
    marks.note(mark)
  }

  /// The options that state the proved notation, with the lines of the proofs
  var proofs: [FileGlance.Proof] {
    var proofs: [FileGlance.Proof] = []
    if !isOrderSaid, !hasMonthBeforePoint, case .proved(let order) = order {
      let isDayFirst = order == .dayFirst
      proofs.append(
        FileGlance.Proof(
          option: .dates, value: .text(isDayFirst ? "dmy" : "mdy"),
          fact: isDayFirst ? "that the day is first" : "that the month is first",
          line: (isDayFirst ? lineOfDayFirst : lineOfMonthFirst) ?? 1))
    }
    if !isMarkSaid, case .proved(let mark) = marks {
      let isComma = mark == .comma
      proofs.append(
        FileGlance.Proof(
          option: .decimal, value: .text(isComma ? "," : "."),
          fact: isComma ? "a decimal comma" : "a decimal point", line: lineOfMark ?? 1))
    }
    return proofs
  }

  /// Notes that the day number of a spreadsheet has a time of day
  mutating func noteDayPart() { hasDayParts = true }

  /// Adds the order that a date proves
  mutating func note(_ date: WrittenDate, line: Int) {
    guard !isOrderSaid, date.form == .numbers || date.form == .points else { return }
    if date.first <= 12, date.second > 12 {
      if lineOfMonthFirst == nil { lineOfMonthFirst = line }
      if date.form == .points { hasMonthBeforePoint = true } else { order.note(.monthFirst) }
    } else if date.form == .numbers, date.first > 12, date.second <= 12 {
      if lineOfDayFirst == nil { lineOfDayFirst = line }
      order.note(.dayFirst)
    }
  }

  /// `true` if a number is read
  func allows(_ number: WrittenNumber) -> Bool {
    guard let mark = number.mark else { return true }
    if case .unproved = marks { return assumesPoint && mark == .point }
    return marks.allows(mark)
  }

  /// `true` if numbers with a point are read as programs write them
  var allowsPoint: Bool {
    if case .unproved = marks { return assumesPoint }
    return marks.allows(.point)
  }

  /// The numbers of the day and the month of a date, or `nil` if it is not read
  func dayAndMonth(of date: WrittenDate) -> (day: Int64, month: Int64)? {
    switch date.form {
    case .sure: return (date.first, date.second)
    case .points where !isOrderSaid: return hasMonthBeforePoint ? nil : (date.first, date.second)
    case .shortYear: return nil
    case .numbers, .points:
      if order.allows(.dayFirst) { return (date.first, date.second) }
      return order.allows(.monthFirst) ? (date.second, date.first) : nil
    }
  }
}
