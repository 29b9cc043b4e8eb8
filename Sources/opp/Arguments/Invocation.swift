internal import OppOutputs
internal import OppSyntax

/// A command line that has been understood: operands and the values of options
///
/// ```
/// opp eval rules -e 'temp > 20C' --at=2026-06-21T12:00 --intervals
///
/// operands   rules
/// values     --expression: temp > 20C     --at: 2026-06-21T12:00     --intervals: (empty)
/// ```
struct Invocation: Sendable {
  /// In the order of the command line
  private(set) var operands: [String] = []

  /// By the option's name; one value an occurrence, empty for options without a value
  private var values: [String: [String]] = [:]

  /// `true` if an option was given, by its long name
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The last value given
  func value(_ option: String) -> String? { values[option]?.last }

  /// Every value given, in order; empty for an option that was not given
  func values(_ option: String) -> [String] { values[option] ?? [] }

  /// The files and folders of the rules: the operands, else the folder in which it runs
  var rulePaths: [String] { operands.isEmpty ? ["."] : operands }

  /// `true` if the output is JSON Lines
  var wantsJSON: Bool { value("--format") == "json" }

  /// The same without some operands, which mean something else
  func removing(_ range: ClosedRange<Int>) -> Invocation {
    var rest = self
    rest.operands.removeSubrange(range)
    return rest
  }

  /// The same with the value of an option as the first operand, and the option without one
  func takingAsOperand(_ option: String) -> Invocation {
    guard let value = value(option) else { return self }
    var other = self
    other.values[option] = [""]
    other.operands.insert(value, at: 0)
    return other
  }

  /// The same for other operands
  func with(operands: [String]) -> Invocation {
    var other = self
    other.operands = operands
    return other
  }

  /// Reads the arguments of `command`
  ///
  /// `--name value`, `--name=value`, `-n value`; everything after `--` is an operand; `-` is one too.
  ///
  /// - Throws: `CommandFailure` with status 2, naming the nearest right option.
  static func parse(_ arguments: [String], for command: Command) throws(CommandFailure)
    -> Invocation
  {
    var invocation = Invocation()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        invocation.operands += rest
        break
      }
      // `-` is standard input, an operand like any other.
      if argument == "-" || !argument.hasPrefix("-") {
        invocation.operands.append(argument)
        continue
      }
      try invocation.take(argument, &rest, command)
    }
    if !invocation.has("--help") { try invocation.checkOperands(of: command) }
    return invocation
  }

  /// Takes one option and its value off the front of `rest`
  ///
  /// - Parameter rest: the arguments behind it.
  /// - Throws: for an option that the command does not have, a missing or wrong value, or one too many.
  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(CommandFailure) {
    let (name, attached) = Invocation.split(argument)
    let options = command.allOptions
    guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
      throw .usage(
        "`\(name)` is not an option of `opp \(command.name)`",
        help: Invocation.suggestion(forOption: name, among: options.map(\.name))
          ?? "`opp \(command.name) --help` lists the options")
    }
    guard let placeholder = option.value else {
      if attached != nil { throw .usage("`\(option.name)` takes no value") }
      values[option.name, default: []].append("")
      return
    }
    if option.isValueOptional, attached == nil, rest.first?.hasPrefix("-") ?? true {
      values[option.name, default: []].append("")
      return
    }
    // `--at 12:00` takes the next argument in any case, even if it begins with `-`: `--expression -5C` works.
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("`\(option.name)` needs a value", help: "write `\(option.name) \(placeholder)`")
    }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw .usage(
        "`\(value)` is not a value of `\(option.name)`",
        help: Invocation.suggestion(for: value, among: option.choices)
          ?? "it takes \(option.choices.joined(separator: ", "))")
    }
    if !option.repeats, values[option.name] != nil {
      throw .usage("`\(option.name)` is given twice")
    }
    values[option.name, default: []].append(value)
  }

  /// - Throws: if there are too few or too many operands for a command.
  private func checkOperands(of command: Command) throws(CommandFailure) {
    if operands.count < command.operandCount.lowerBound {
      throw .usage(
        "`opp \(command.name)` needs \(command.operands)",
        help: command.examples.first.map { "for example `\($0.line)`" })
    }
    if operands.count > command.operandCount.upperBound {
      let extra = operands[command.operandCount.upperBound]
      throw .usage("`\(extra)` is one operand too many for `opp \(command.name)`")
    }
  }

  /// A long option and the value attached to it: `--at=12:00` is `--at` and `12:00`, `-e` itself and nil
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }

  /// `did you mean …` for the nearest of `names`; nil if none is near
  static func suggestion(for name: String, among names: [String]) -> String? {
    nearestSpelling(of: name, in: names).map { "did you mean `\($0)`?" }
  }

  /// The same for options, whose dashes make no two of them more alike
  ///
  ///     --fromat → --format     --for, among --row and --store → nil
  private static func suggestion(forOption name: String, among names: [String]) -> String? {
    func bare(_ name: String) -> String { String(name.drop { $0 == "-" }) }
    guard let nearest = nearestSpelling(of: bare(name), in: names.map(bare)) else { return nil }
    return names.first { bare($0) == nearest }.map { "did you mean `\($0)`?" }
  }
}
