internal import OppModel
internal import OppSyntax

/// Checks `set`
///
/// ```opp
/// set zone "Europe/Oslo"
/// set me "ada@example.org"
/// set clock 24h
/// set units us
/// set quiet 22:00..7:00              set quiet when busy
/// set budget 2000 per 1d
/// ```
struct SettingChecker: CheckerPart {
  let checker: Checker

  static let settingNames = ["zone", "me", "clock", "units", "quiet", "budget"]

  /// Checks all settings but a condition, and puts them into the graph; the first of each name counts
  func checkSettings(_ views: [SetDeclarationSyntax]) {
    var settings = Settings()
    var first: [String: (range: SourceRange, text: String)] = [:]
    for view in views {
      guard let token = view.name else { continue }
      let name = token.text
      recorder.record(.setting, name, at: token.range)
      guard Self.settingNames.contains(name) else {
        report(
          .unknownSetting(name, nearest: nameTable.nearest(to: name, in: Self.settingNames)),
          at: token.range)
        continue
      }
      if let (range, value) = first[name] {
        // Two files with the same setting do not contradict each other.
        if value == text(of: view) { continue }
        report(.duplicate(name, what: "the setting", first: range), at: token.range)
        continue
      }
      first[name] = (token.range, text(of: view))
      if view.isCondition { continue }
      check(view, named: name, into: &settings)
    }
    builder.replaceSettings(settings)
  }

  /// Checks the condition of `set quiet when`, which may name everything that is declared
  func checkQuietCondition(_ views: [SetDeclarationSyntax]) {
    guard let view = views.first(where: { $0.name?.text == "quiet" }), view.isCondition else {
      return
    }
    var settings = builder.settings
    check(view, named: "quiet", into: &settings)
    builder.replaceSettings(settings)
  }

  /// The value of a setting and its period, as written
  private func text(of view: SetDeclarationSyntax) -> String {
    if view.isCondition { return "when \(text(at: view.value.range) ?? "")" }
    return view.isBroken ? "" : text(at: view.value.range.union(view.range.endPoint)) ?? ""
  }

  /// Checks one setting, and puts its value among the others if it is right
  func check(
    _ view: SetDeclarationSyntax, named name: String, into settings: inout Settings
  ) {
    if view.isBroken || view.value.isMissing { return }
    if name != "budget", view.period != nil {
      report(.invalidSetting(name, wanted: "no `per`"), at: view.range)
      return
    }
    switch name {
    case "zone":
      checkZone(view.value, into: &settings)
    case "me":
      checkAddresses(view.value, into: &settings)
    case "clock":
      let text = text(at: view.value.range)
      // `12h` is a duration by its form; here it is a word.
      guard text == "12h" || text == "24h" else {
        let isHours = text == "12" || text == "24"
        report(
          .invalidSetting(
            "clock", wanted: "`12h` or `24h`",
            suggestion: isHours ? "set clock \(text ?? "12")h" : nil),
          at: view.value.range)
        return
      }
      settings.usesTwelveHourClock = text == "12h"
    case "units": checkUnits(view.value, into: &settings)
    case "quiet" where view.isCondition: settings.quiet = quietCondition(view.value)
    case "quiet":
      settings.quietHours = quietHours(view.value)
      settings.quiet = settings.quietHours.map { isQuiet(in: $0) }
    default: settings.budget = budget(view)
    }
  }

  /// Checks `metric`, `us` or `uk`, which is a word and no name
  private func checkUnits(_ value: ExpressionSyntax, into settings: inout Settings) {
    let written = text(at: value.range) ?? ""
    if let units = UnitSystem.allCases.first(where: { $0.name == written }) {
      settings.units = units
      recorder.record(.setting, "units", at: value.range)
      return
    }
    let word = written.lowercased().filter { $0 != "\"" }
    let meant: UnitSystem? =
      switch word {
      case "us", "usa", "imperial", "american", "customary": .us
      case "uk", "british", "gb": .uk
      case "metric", "si", "eu": .metric
      default: nil
      }
    report(
      .invalidSetting(
        "units", wanted: "`metric`, `us` or `uk`",
        suggestion: meant.map { "set units \($0.name)" }),
      at: value.range)
  }

  /// Checks the name of a zone, which the zone database has to have if there is one
  private func checkZone(_ value: ExpressionSyntax, into settings: inout Settings) {
    guard case .text(let text) = value, let zone = text.plainText, !zone.isEmpty else {
      let written = self.text(at: value.range) ?? ""
      let isPlain = (written.first?.isLetter ?? false) && !written.contains("\"")
      report(
        .invalidSetting(
          "zone", wanted: "the name of a time zone in quotes",
          suggestion: "set zone \"\(isPlain ? written : "Europe/Paris")\""),
        at: value.range)
      return
    }
    if let problem = checker.findZone(zone) {
      report(.unknownZone(zone, problem), at: value.range)
    } else {
      settings.zone = zone
    }
  }

  /// Checks the addresses of the person, which commas separate
  private func checkAddresses(_ value: ExpressionSyntax, into settings: inout Settings) {
    let text: String? = if case .text(let text) = value { text.plainText } else { nil }
    let addresses = (text ?? "").split(separator: ",").map { $0.withoutOuterSpaces }
    guard !addresses.isEmpty, addresses.allSatisfy({ $0.contains("@") && !$0.contains(" ") })
    else {
      let written = self.text(at: value.range) ?? ""
      let isPlain = written.contains("@") && !written.contains { $0 == "\"" || $0 == " " }
      report(
        .invalidSetting(
          "me", wanted: "your address as calendars have it, in quotes",
          suggestion: "set me \"\(isPlain ? written : "ada@example.org")\""),
        at: value.range)
      return
    }
    settings.addresses = addresses
  }

  /// The budget in costs of sources, and its period in seconds; `nil` if it is wrong, which is reported
  private func budget(_ view: SetDeclarationSyntax) -> Budget? {
    guard let period = view.period else {
      report(
        .invalidSetting("budget", wanted: "a cost and a period, such as `2000 per 1d`"),
        at: view.value.range)
      return nil
    }
    guard let cost = expressions.value(view.value, as: .number, context: "`set budget`") else {
      return nil
    }
    guard let number = builder.constantScalar(of: cost) else {
      report(.notConstant(what: "`set budget`"), at: view.value.range)
      return nil
    }
    guard number >= 0 else {
      report(.invalidSetting("budget", wanted: "a cost of at least 0"), at: view.value.range)
      return nil
    }
    // A period that slides: the costs of the last day, not those since midnight.
    return seconds(of: period).map { Budget(cost: number, seconds: $0) }
  }

  /// The length of a period that slides, so that a month has none
  private func seconds(of period: PeriodSyntax) -> Int64? {
    switch period {
    case .duration(let duration):
      return windowChecker.seconds(
        duration, what: "the period", least: 1, most: WindowChecker.longestSpan, "100 years")
    case .calendar(let word):
      switch word.text {
      case "hour": return 3_600
      case "day": return 86_400
      case "week": return 7 * 86_400
      default:
        report(
          .invalidSetting("budget", wanted: "a period of one length, such as `30d`"),
          at: word.range)
        return nil
      }
    }
  }

  /// `22:00` of the number `22`
  private func numberOfHours(_ expression: ExpressionSyntax) -> String? {
    guard case .literal(let literal) = expression, literal.kind == .number else { return nil }
    return SuggestionFinder.clock(literal.text)
  }

  /// The quiet hours in seconds since midnight; the end may be before the start, or 24:00
  ///
  ///     22:00..7:00 → 79200 to 25200     22..7 → write `22:00..7:00`
  private func quietHours(_ expression: ExpressionSyntax) -> QuietHours? {
    guard case .range(let range) = expression else {
      report(
        .invalidSetting(
          "quiet", wanted: "a window of times, such as `22:00..07:00`, or `when` and a condition"),
        at: expression.range)
      return nil
    }
    if let low = numberOfHours(range.low), let high = numberOfHours(range.high) {
      report(.hoursWithoutMinutes(suggestion: "set quiet \(low)..\(high)"), at: expression.range)
      return nil
    }
    let (low, high) = local.allowingEndOfDay {
      (
        expressions.value(range.low, as: .timeOfDay, context: "`set quiet`"),
        expressions.value(range.high, as: .timeOfDay, context: "`set quiet`")
      )
    }
    guard let low, let high else { return nil }
    guard let start = builder.constantScalar(of: low), let end = builder.constantScalar(of: high)
    else {
      report(.notConstant(what: "`set quiet`"), at: expression.range)
      return nil
    }
    // `9:00..9:00` and `0:00..24:00` are the whole day.
    if start == end || (start == 0 && end == 86_400) {
      report(
        .invalidSetting("quiet", wanted: "hours that end: in these nothing is ever delivered"),
        at: expression.range)
      return nil
    }
    return QuietHours(start: Int64(start), end: Int64(end))
  }

  /// `time in 22:00..7:00`
  private func isQuiet(in hours: QuietHours) -> NodeID {
    let time = builder.node(.clock(.time), .timeOfDay)
    let low = builder.constant(.scalar(Double(hours.start)), .timeOfDay)
    let high = builder.constant(.scalar(Double(hours.end)), .timeOfDay)
    return builder.node(.inRange(time, low: low, high: high, kind: .timeOfDay), .bool)
  }

  /// The condition of `set quiet when`, which is of the present alone; `nil` if it is wrong, which is reported
  private func quietCondition(_ expression: ExpressionSyntax) -> NodeID? {
    let first = checker.sourceMap.count
    guard let condition = expressions.condition(expression) else { return nil }
    guard let (node, word) = lookBack(below: condition) else { return condition }
    let places = first..<checker.sourceMap.count
    report(
      .quietLooksBack(word),
      at: checker.sourceMap.occurrence(of: node, in: places) ?? expression.range)
    return nil
  }

  /// The first operation below a condition that looks back, and its word
  private func lookBack(below condition: NodeID) -> (node: NodeID, word: String)? {
    var seen: Set<NodeID> = []
    var waiting = [condition]
    while let node = waiting.popLast() {
      guard seen.insert(node).inserted else { continue }
      let operation = builder.operation(of: node)
      if case .aggregate(_, let query) = operation, builder.table(query.table).firings != nil {
        return (node, "firings")
      }
      if operation.looksBack { return (node, operation.words.name) }
      var operands: [NodeID] = []
      builder.forEachOperand(of: operation) { operands.append($0) }
      waiting += operands.reversed()
    }
    return nil
  }
}

extension Operation {
  /// `true` if it looks at earlier seconds
  fileprivate var looksBack: Bool {
    switch past {
    case .last, .since, .unbounded: return true
    case .none:
      // The next of repeated instants depends on the second, too.
      if case .occurrence = self { return true }
      return false
    }
  }
}
