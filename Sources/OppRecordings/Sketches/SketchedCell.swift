internal import OppModel

/// The kind of value that a cell looks like, without regard to its column
///
/// A kind needs no proof: `03/04/2026` is a day, though it is open which one.
///
/// ```
/// 7.25      number            2026-06-21 12:00   moment      on, yes     truth
/// 20.5 °C   quantity          21/06/26           day         --, null    missing
/// 12:20p    clock             52°31'12"N         degrees     sunny       text
/// ```
enum SketchedCell: Int, CaseIterable {
  case missing
  case number
  /// A number with a unit of the language beside it
  case quantity
  case truth
  case moment
  case day
  case clock
  case degrees
  case text

  /// - Parameter missing: words for no value beside the usual ones.
  init(_ cell: Cell, in file: TextFile, missing: [String] = []) {
    let trimmed = file.trimmed(cell)
    guard !trimmed.isEmpty else {
      self = .missing
      return
    }
    if CellParser.number(trimmed, in: file) != nil {
      self = !missing.isEmpty && Self.isOne(of: missing, trimmed, in: file) ? .missing : .number
      return
    }
    var scanner = TimeScanner(file, trimmed)
    if scanner.moment() != nil {
      self = .moment
      return
    }
    let bytes = file.bytes[trimmed.start..<trimmed.end]
    if CellText.isMissing(bytes) || Self.isOne(of: missing, trimmed, in: file) {
      self = .missing
    } else if let number = WrittenNumber(trimmed, in: file), number.isOfLanguage {
      self = number.unit.isEmpty ? .number : .quantity
    } else {
      self = Self(words: trimmed, in: file)
    }
  }

  /// A cell that is no number
  private init(words cell: Cell, in file: TextFile) {
    let core = CellText.core(of: file.bytes[cell.start..<cell.end])
    if let written = SketchedDate(core) {
      self = written.hasTime ? .moment : .day
      return
    }
    var clock = WrittenTimeScanner(cell, in: file)
    if clock.timeOfDay() != nil {
      self = .clock
    } else if Self.truths.contains(String(decoding: core.prefix(9), as: UTF8.self).lowercased()) {
      self = .truth
    } else {
      var proved = file
      proved.notation = FileNotation(separator: UInt8(ascii: ","))
      self = CellParser.degrees(cell, in: proved) == nil ? .text : .degrees
    }
  }

  /// `true` if a cell is one of the words for no value
  private static func isOne(of words: [String], _ cell: Cell, in file: TextFile) -> Bool {
    guard !words.isEmpty, let text = file.text(cell) else { return false }
    return words.contains(text)
  }

  /// The words of a Bool that no number could be
  private static let truths: Set<String> = [
    "true", "false", "on", "off", "yes", "no", "open", "closed", "home", "not_home", "locked",
    "unlocked",
  ]
}

extension WrittenNumber {
  /// `true` if it has no unit, or one of the language; `5th` and `21/06/26` are no numbers
  fileprivate var isOfLanguage: Bool { unit.isEmpty || !Unit.stated(unit).isEmpty }
}
