internal import OppModel

/// A number as people and spreadsheets write it, with the spelling of its unit
///
/// ```
/// 1 013,25 hPa     1013.25, a comma that proves its mark, `hPa`
/// 1.013,25         1013.25, a comma that proves its mark
/// 1,234            1.234 or 1234: a comma that proves nothing
/// −5 °C            -5, no mark, `°C`
/// ="20.5"          20.5, a point that proves its mark
/// ```
struct WrittenNumber {
  /// The number if its mark is that of decimals, as programs write it: `-1013.25`
  private(set) var plain: [UInt8] = []

  /// The mark, or `nil` if there is none
  private(set) var mark: FileNotation.Mark?

  /// `true` if the mark cannot be one of thousands
  private(set) var provesMark = false

  /// The unit behind the number, or in front of it if that is one of money; empty if there is none
  private(set) var unit = ""

  /// The bytes without spaces and marks around them, and the next of them to read
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// The mark of decimals that is said, so that the other one divides thousands
  private let said: FileNotation.Mark?

  /// Returns `nil` if the cell is no number, or one whose marks contradict each other
  init?(_ cell: Cell, in file: TextFile) {
    bytes = CellText.core(of: file.bytes[cell.start..<cell.end])
    position = bytes.startIndex
    said = file.said?.decimal
    readPrefix()
    guard readDigits() else { return nil }
    readExponent()
    skipSpaces()
    let rest = bytes[position...]
    guard rest.isEmpty || unit.isEmpty else { return nil }
    if !rest.isEmpty { unit = String(decoding: rest, as: UTF8.self) }
  }

  /// The value of the digits
  var decimal: ExactDecimal? {
    guard let found = try? ExactDecimal.prefix(of: plain.span, from: 0, allowsExponent: true),
      found.end == plain.count
    else { return nil }
    return found.decimal
  }

  /// Reads a sign, and a sign of money before or behind it
  private mutating func readPrefix() {
    readMoney()
    if accept("-") || accept("\u{2212}") {
      plain.append(UInt8(ascii: "-"))
    } else {
      _ = accept("+")
    }
    readMoney()
  }

  /// Reads `€`, `$` or `£` in front of an amount
  private mutating func readMoney() {
    guard unit.isEmpty else { return }
    for sign: StaticString in ["€", "$", "£"] where accept(sign) {
      unit = sign.description
      skipSpaces()
    }
  }

  /// Reads groups of digits and the marks between them
  private mutating func readDigits() -> Bool {
    var groups: [ArraySlice<UInt8>] = [digits()]
    var marks: [GroupMark] = []
    while let (mark, next) = markAhead() {
      position = next
      marks.append(mark)
      groups.append(digits())
    }
    guard groups.contains(where: { !$0.isEmpty }) else { return false }
    guard let last = marks.last else {
      plain += groups[0]
      return true
    }
    if let said { return readGroups(groups, marks, said) }
    // The marks in front of the last group are all of one kind, and divide thousands.
    let grouping = marks.dropLast()
    guard let kind = grouping.first else { return readTwo(groups, last) }
    guard grouping.allSatisfy({ $0 == kind }) else { return false }
    let isAllGrouped = kind == last
    // Thousands by one mark alone may be decimals in another country: only spaces and apostrophes group by themselves.
    if isAllGrouped, kind == .point || kind == .comma { return false }
    let whole = isAllGrouped ? groups[...] : groups.dropLast()
    guard Self.areThousands(whole) else { return false }
    plain += whole.joined()
    if !isAllGrouped {
      guard let decimals = last.decimal else { return false }
      add(decimals, groups[groups.count - 1], isProof: true)
    }
    return true
  }

  /// Groups of which it is said which mark is that of decimals: `1.234` is 1234 by `decimal: ","`
  private mutating func readGroups(
    _ groups: [ArraySlice<UInt8>], _ marks: [GroupMark], _ said: FileNotation.Mark
  ) -> Bool {
    let hasDecimals = marks.last?.decimal == said
    let grouping = hasDecimals ? marks.dropLast() : marks[...]
    let whole = hasDecimals ? groups.dropLast() : groups[...]
    if let kind = grouping.first {
      guard kind.decimal != said, grouping.allSatisfy({ $0 == kind }), Self.areThousands(whole)
      else { return false }
    }
    plain += whole.joined()
    if whole.allSatisfy({ $0.isEmpty }) { plain.append(UInt8(ascii: "0")) }
    if hasDecimals { add(said, groups[groups.count - 1], isProof: false) }
    return true
  }

  /// Two groups: a whole part with decimals, or thousands with a space or an apostrophe
  private mutating func readTwo(_ groups: [ArraySlice<UInt8>], _ mark: GroupMark) -> Bool {
    let (before, after) = (groups[0], groups[1])
    guard let decimals = mark.decimal else {
      guard Self.areThousands(groups[...]) else { return false }
      plain += groups.joined()
      return true
    }
    let canGroup =
      after.count == 3 && (1...3).contains(before.count) && before.first != UInt8(ascii: "0")
    plain += before.isEmpty ? [UInt8(ascii: "0")] : Array(before)
    add(decimals, after, isProof: !canGroup)
    return true
  }

  /// Adds the decimals and their mark
  private mutating func add(
    _ mark: FileNotation.Mark, _ decimals: ArraySlice<UInt8>, isProof: Bool
  ) {
    self.mark = mark
    provesMark = isProof
    if !decimals.isEmpty { plain += [UInt8(ascii: ".")] + decimals }
  }

  /// `true` if groups are those of thousands: `1`, `234`, `567`
  private static func areThousands(_ groups: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    guard let first = groups.first, (1...3).contains(first.count) else { return false }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// A mark between two groups of digits
  private enum GroupMark {
    case point
    case comma
    case space
    case apostrophe

    /// The same as a mark of decimals, or `nil` if it only groups
    var decimal: FileNotation.Mark? {
      switch self {
      case .point: .point
      case .comma: .comma
      case .space, .apostrophe: nil
      }
    }
  }

  /// The mark that comes next, and the byte behind it, or `nil` if the number ends here
  private func markAhead() -> (mark: GroupMark, end: Int)? {
    guard position < bytes.endIndex else { return nil }
    if bytes[position] == UInt8(ascii: ".") { return (.point, position + 1) }
    if bytes[position] == UInt8(ascii: ",") { return (.comma, position + 1) }
    // A space or an apostrophe belongs to the number only before three digits: `1 234`, but `5 K`.
    let (mark, length): (GroupMark, Int)
    if let width = CellText.apostropheWidth(bytes[position...]) {
      (mark, length) = (.apostrophe, width)
    } else if let width = CellText.spaceWidth(bytes[position...]) {
      (mark, length) = (.space, width)
    } else {
      return nil
    }
    let next = position + length
    let digits = bytes[next...].prefix { CellText.isDigit($0) }
    return digits.count == 3 && position > bytes.startIndex ? (mark, next) : nil
  }

  /// Reads `e+03`
  private mutating func readExponent() {
    guard position < bytes.endIndex, bytes[position] | 0x20 == UInt8(ascii: "e") else { return }
    var next = position + 1
    var exponent = [UInt8(ascii: "e")]
    if next < bytes.endIndex, bytes[next] == UInt8(ascii: "+") || bytes[next] == UInt8(ascii: "-") {
      exponent.append(bytes[next])
      next += 1
    }
    let digits = bytes[next...].prefix { CellText.isDigit($0) }
    guard !digits.isEmpty else { return }
    plain += exponent + digits
    position = next + digits.count
  }

  /// Reads the digits that come next
  private mutating func digits() -> ArraySlice<UInt8> {
    let digits = bytes[position...].prefix { CellText.isDigit($0) }
    position += digits.count
    return digits
  }

  /// Skips spaces of any kind
  private mutating func skipSpaces() {
    while let width = CellText.spaceWidth(bytes[position...]) { position += width }
  }

  /// Skips a text if it comes next
  private mutating func accept(_ text: StaticString) -> Bool {
    guard bytes[position...].starts(with: text.description.utf8) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }
}
