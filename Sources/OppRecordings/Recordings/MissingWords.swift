internal import OppModel

/// The words that a file has for a value that is not there, beside the usual ones
///
///     -999        also `-999.0` and `-999,0`: the same number
///     n.v.        also `N.V.`
struct MissingWords {
  /// In lower case
  private let words: Set<String>
  private let numbers: Set<Double>

  /// Returns `nil` if there are none
  init?(_ words: [String]) {
    guard !words.isEmpty else { return nil }
    self.words = Set(words.map { $0.lowercased() })
    numbers = Set(words.compactMap { Self.number(Array($0.utf8)[...]) })
  }

  /// `true` if a cell is one of the words
  func contains(_ cell: Cell, in file: TextFile) -> Bool {
    guard !cell.isEmpty else { return false }
    let core = CellText.core(of: file.bytes[cell.start..<cell.end])
    if words.contains(String(decoding: core, as: UTF8.self).lowercased()) { return true }
    guard !numbers.isEmpty, let number = Self.number(core) else { return false }
    return numbers.contains(number)
  }

  /// The number that is all of some bytes, with either mark of decimals
  private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    let plain = bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    let unsigned = plain.first == UInt8(ascii: "+") ? Array(plain.dropFirst()) : plain
    let file = TextFile(path: "", bytes: unsigned)
    return CellParser.number(
      Cell(start: 0, end: unsigned.count, line: 1, form: .plain), in: file)
  }
}
