internal import OppModel
internal import OppSyntax

/// The rule `change-over-restart`
///
/// ```
/// found     change(meter.energy, last 1d) > 10kWh        a meter that is replaced or restarts makes it negative
///           change(watch.steps, since today + 0:00)      steps begin at 0 each day
/// silent    increase(meter.energy, last 1d) > 10kWh
///           change(watch.steps, last 1h) < 0             it asks for the restart
///           change(battery.energy, last 1h)              a level goes both ways
/// ```
enum ChangeOverRestart {
  static let rule = LintRule(
    name: "change-over-restart", category: .time, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "a field looks like a counter: where it begins again at 0, `change` is negative",
      why: """
        `change` is the value now less the value at the beginning of the window. A counter that begins again, at midnight,
        after a power cut or with a new device, is less than it was, so that the difference is negative or too small.
        `increase` adds up the rises, and takes what is counted after a restart as a rise.
        """,
      bad: """
        source meter { energy: Energy }
        opp "Power" on 20:00 when change(meter.energy, last 1d) > 10kWh notify "Over 10 kWh today."
        """,
      good: """
        source meter { energy: Energy }
        opp "Power" on 20:00 when increase(meter.energy, last 1d) > 10kWh notify "Over 10 kWh today."
        """,
      related: ["window-broken-by-gaps"])
  ) { subject, findings in
    for node in subject.nodes(.call) {
      guard case .call(let call) = node.expression, let name = call.name, name.text == "change",
        let argument = call.arguments.first, let id = subject.graphNode(node.expression),
        case .window(.change, let operand, _) = subject.graph[id].operation,
        let field = subject.field(of: subject.graph[operand].operation), isCounter(field),
        !asksForFall(node, subject)
      else { continue }
      let text = subject.text(argument.value.range)
      findings.report(
        name.range,
        "`\(text)` looks like a counter: where it begins again at 0, `change` is negative",
        helps: ["write `increase(\(text), …)`, which adds up the rises"],
        fix: .replacing(name.range, with: "increase", .unsafe))
    }
  }

  /// Words in names of things that are counted up
  private static let countedWords: Set<String> = [
    "steps", "counter", "odometer", "mileage", "pulses", "clicks", "ticks", "flushes", "cycles",
    "consumed", "produced", "imported", "exported", "generated", "kwh", "meter", "reading",
    "cumulative", "lifetime",
  ]

  /// Words in names of things that go up and down
  private static let levelWords: Set<String> = [
    "battery", "stored", "store", "tank", "charge", "level", "remaining", "left", "capacity",
    "balance", "stock", "free", "available", "power", "rate", "target", "goal",
  ]
}

extension ChangeOverRestart {
  /// `true` for a field of one's own that counts up: a number or an energy of such a name
  private static func isCounter(_ field: Measurement) -> Bool {
    guard !field.isOfPrelude else { return false }
    let words = Set(
      (field.owner + "_" + field.field).split { !$0.isLetter }.map { $0.lowercased() })
    guard words.isDisjoint(with: levelWords) else { return false }
    if field.type == .measure(.energy) { return true }
    let counted: [ValueType] = [.number, .length, .measure(.volume)]
    return counted.contains(field.type) && !words.isDisjoint(with: countedWords)
  }

  /// `true` if the difference is compared with a number that is not above 0, so that a fall is meant, or by its size alone
  private static func asksForFall(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    var next = subject.outer(of: node)
    while let current = next, current.kind != .comparison {
      if case .call(let call) = current.expression, call.name?.text == "abs" { return true }
      guard current.kind.isExpression else { return false }
      next = subject.outer(of: current)
    }
    return subject.comparedValues.contains { value in
      value.node.range == next?.range
        && (value.value <= 0 || value.comparison.isUpperBound && !value.isEnd)
    }
  }
}
