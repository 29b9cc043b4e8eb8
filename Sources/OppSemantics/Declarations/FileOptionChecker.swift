internal import OppModel
internal import OppSyntax

/// Checks the options of `csv(…)` and `jsonl(…)` about their file, as far as that needs no file
///
/// ```opp
/// connect weather to csv("export.csv", columns: {"temp[F]": "Out °F"}, decimal: ",")
/// ```
struct FileOptionChecker: CheckerPart {
  let checker: Checker

  /// The options so far
  private(set) var options = FileOptions()

  /// The argument that gives each
  private var arguments: [FileOption: ArgumentSyntax] = [:]

  init(checker: Checker) { self.checker = checker }

  /// `true` if an option of a connector is one of a file that was given before
  func isGiven(_ option: ConnectorOption) -> Bool {
    if case .file(let option) = option.kind { arguments[option] != nil } else { false }
  }

  /// Takes the value of an option; false if it is wrong, which is reported
  mutating func take(_ option: FileOption, _ argument: ArgumentSyntax) -> Bool {
    arguments[option] = argument
    // The parser has reported the missing value.
    if argument.entries == nil, argument.value.isMissing { return false }
    do throws(FileOptionProblem) {
      guard let value = FileOptionValue(argument) else {
        throw FileOptionProblem(.wrongValue(option))
      }
      try options.set(option, to: value)
    } catch {
      report(.fileOption(error), at: range(of: error, argument))
      return false
    }
    guard option == .zone, case .named(let name)? = options.zone,
      let problem = checker.findZone(name)
    else { return true }
    report(.unknownFileZone(name, problem), at: argument.value.range)
    return false
  }

  /// Checks the options together and against the source or table; false if something is wrong, which is reported
  func check(_ subject: FileSubject?) -> Bool {
    var isSound = true
    if let (option, problem) = options.contradiction, let argument = arguments[option] {
      report(.fileOption(problem), at: range(of: problem, argument))
      isSound = false
    }
    guard let subject, let columns = arguments[.columns] else { return isSound }
    let problems = subject.problems(of: options) { nameTable.nearest(to: $0, in: $1) }
    for problem in problems { report(.fileOption(problem), at: range(of: problem, columns)) }
    return isSound && problems.isEmpty
  }

  /// The part of a value at which a mistake is reported
  private func range(of problem: FileOptionProblem, _ argument: ArgumentSyntax) -> SourceRange {
    let entries = argument.entries?.entries ?? []
    switch problem.place {
    case .key(let index) where entries.indices.contains(index):
      return entries[index].key?.node.range ?? entries[index].node.range
    case .value(let index) where entries.indices.contains(index):
      return entries[index].value.range
    case .whole, .key, .value:
      return argument.entries?.node.range ?? argument.value.range
    }
  }
}

extension FileOptionValue {
  /// The value of an argument, or `nil` if it is not written as a text, a number, a time, a list or entries
  init?(_ argument: ArgumentSyntax) {
    guard let list = argument.entries else {
      self.init(argument.value)
      return
    }
    var entries: [Entry] = []
    for entry in list.entries {
      guard let key = entry.key?.plainText, let value = FileOptionValue(entry.value) else {
        return nil
      }
      entries.append(Entry(key: key, value: value))
    }
    self = .entries(entries)
  }

  private init?(_ expression: ExpressionSyntax) {
    switch expression {
    case .text(let view):
      guard let text = view.plainText else { return nil }
      self = .text(text)
    case .literal(let view):
      guard let value = Self.value(of: view) else { return nil }
      self = value
    case .list(let view):
      let values = view.elements.compactMap { FileOptionValue($0) }
      guard values.count == view.elements.count else { return nil }
      self = .list(values)
    case .name, .parenthesized, .negative, .not, .conjunction, .disjunction, .sum, .product,
      .comparison, .comparisonChain, .range, .lasting, .within, .latch, .conditional, .filter,
      .mapping, .ordering, .near, .nearestPlace, .field, .call,
      .counted, .span, .changes, .missing:
      return nil
    }
  }

  /// A number, a time of day or a truth
  private static func value(of view: LiteralSyntax) -> FileOptionValue? {
    switch view.kind {
    case .number:
      let digits = Array(view.text.utf8.filter { $0 != UInt8(ascii: "_") })
      guard let found = try? ExactDecimal.prefix(of: digits.span, from: 0, allowsExponent: false),
        found.end == digits.count
      else { return nil }
      return found.decimal.value.map { .number($0) }
    case .timeOfDay: return LiteralReader.timeOfDay(view.text[...].utf8).map { .timeOfDay($0) }
    case .truth: return .truth(view.text == "true")
    case .quantity, .date, .instant, .pin, .colour: return nil
    }
  }
}
