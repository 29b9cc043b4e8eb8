internal import OppModel
internal import OppSyntax

extension DeclarationProblem {
  /// The problem in words, at its place
  func diagnostic(at range: SourceRange) -> Diagnostic {
    var result = Diagnostic(code: code, range: range, headline: headline)
    if let help { result.helps.append(help) }
    if case .unknownZone(_, let zone) = self { result.notes += [zone.note].compactMap { $0 } }
    return result
  }

  /// The stable name of the problem, in kebab case
  private var code: String {
    switch self {
    case .incompleteChart: "incomplete-chart"
    case .periodsOutOfRange: "count-out-of-range"
    case .periodsWithUnit: "type-mismatch"
    case .periodOutside: "period-outside-chart"
    case .nothingToWaitFor: "nothing-to-wait-for"
    case .rowWithoutForEach: "row-without-for-each"
    case .eventBesideForEach: "event-beside-for-each"
    case .everyOutOfRange: "every-out-of-range"
    case .otherRowEvent: "unknown-name"
    case .timesJoinedByAnd: "times-joined-by-and"
    case .hoursWithoutMinutes: "type-mismatch"
    case .unknownZone, .unknownFileZone: "unknown-zone"
    case .connectionOfArguments: "connection-of-arguments"
    case .inAllWithoutRows: "in-all-without-rows"
    case .notEvent: "not-an-event"
    case .recordWithoutLimit: "record-without-limit"
    case .circleWithoutLimit: "circle-without-limit"
    case .writtenByOpp: "written-by-opp"
    case .noAnswer: "not-an-answer"
    case .missingKeyField: "missing-field"
    case .unknownOption, .foreignOption: "unknown-option"
    case .missingOption: "missing-option"
    case .invalidSetting: "invalid-setting"
    case .optionNotText, .optionNotOneOf, .fileOption, .entriesOfOther: "invalid-option"
    case .secretInText, .notEnvironment: "secret-outside-environment"
    case .stepOrder, .expectationWithoutStep: "step-order"
    case .givenAlwaysKnown: "given-always-known"
    case .keyCount, .keyWithoutForEach: "key-mismatch"
    case .tooDeep, .tooManyExpansions, .tooManyOpps, .listTooLong: "limit-reached"
    case .textTooLong: "text-too-long"
    case .notInstant: "not-a-literal"
    case .countOutOfRange: "count-out-of-range"
    case .notificationTooLong: "notification-too-long"
    }
  }

  /// The problem in one line
  private var headline: String {
    switch self {
    case .incompleteChart(let name, true, let lacksPeriods):
      lacksPeriods
        ? "`\(name)` has neither a value nor periods" : "`\(name)` has no value to draw"
    case .incompleteChart(let name, false, _): "`\(name)` has no periods"
    case .periodsOutOfRange(let period, let limit):
      "a chart has from 1 to \(limit) \(period.name)s"
    case .periodsWithUnit: "`last` is followed by a number of periods, without a unit"
    case .periodOutside(true): "`period` is an interval of time, not a value"
    case .periodOutside(false): "`period` is an interval of a chart, and this is in none"
    case .nothingToWaitFor(let opp): "`\(opp)` has neither an event nor a condition"
    case .rowWithoutForEach: "`row added` and `row removed` need `for each`"
    case .eventBesideForEach:
      "`event` is a row of `agenda`, and this Opp has rows of its own"
    case .everyOutOfRange:
      "`every` without `from` needs a duration of at least 1s and at most 1d"
    case .otherRowEvent(let name, _): "`\(name)` is not a row here"
    case .timesJoinedByAnd: "two times of day never occur at once"
    case .hoursWithoutMinutes: "`set quiet` needs times of day, and these are numbers"
    case .unknownZone(let zone, _), .unknownFileZone(let zone, _): "there is no time zone `\(zone)`"
    case .connectionOfArguments("notifications", _):
      "`notifications` is connected for everybody, or for one person by name"
    case .connectionOfArguments(let name, _): "`\(name)` is connected as a whole"
    case .inAllWithoutRows:
      "`in all` counts the firings of all rows of `for each`, which this Opp has not"
    case .notEvent(let phrase, _, _, _): "\(phrase) is not an event"
    case .recordWithoutLimit(let table, _):
      "this Opp depends on `\(table)`, which it records, so it could fire without end"
    case .circleWithoutLimit(let opps, _) where opps.count == 1:
      "this Opp depends on `firings`, to which it adds, so it could fire without end"
    case .circleWithoutLimit(let opps, _):
      "\(Self.list(opps)) depend on each other's firings or records, so they could fire without end"
    case .writtenByOpp(let table): "`\(table)` is written by Opp itself"
    case .noAnswer: "`unanswered` is what a firing is without an answer"
    case .missingKeyField(let field, let table):
      "a row of `\(table)` needs its `\(field)`"
    case .unknownOption(let option, let connector, _, _):
      "`\(connector)` has no option `\(option)`"
    case .foreignOption(let option, let connector, _): "`\(connector)` has no option `\(option)`"
    case .fileOption(let problem): problem.message
    case .entriesOfOther(let option): "`\(option)` takes no entries in braces"
    case .missingOption(let option, let connector): "`\(connector)` needs the option `\(option)`"
    case .invalidSetting(let setting, let wanted, _): "`set \(setting)` needs \(wanted)"
    case .optionNotText(let option): "the option `\(option)` needs a constant value"
    case .optionNotOneOf(let option, let choices, _):
      "the option `\(option)` is \(choices.joined(separator: " or "))"
    case .secretInText(let option, _): "`\(option)` is a secret, which is never written in a file"
    case .stepOrder: "this step is not later than the one before"
    case .expectationWithoutStep: "no step comes before this expectation"
    case .givenAlwaysKnown(let name, _): "`\(name)` cannot be given: it is always known"
    case .keyCount(let table, let wanted):
      wanted == 1
        ? "a row of `\(table)` is identified by one value"
        : "a row of `\(table)` is identified by \(wanted) values"
    case .keyWithoutForEach(let opp): "`\(opp)` has no `for each`, so it has no rows"
    case .notEnvironment: "`env` takes the name of one variable, as a text"
    case .tooDeep(let limit): "expressions are nested more than \(limit) levels deep here"
    case .tooManyExpansions(let limit): "`let`s are expanded more than \(limit) times"
    case .textTooLong(let limit): "this text is longer than \(limit >> 10) KiB"
    case .listTooLong(let limit): "this list has more than \(limit) elements"
    case .tooManyOpps(let limit): "a rule set has at most \(limit) Opps"
    case .notInstant: "a literal is needed here"
    case .countOutOfRange(let limit): "`at most` needs a whole number from 1 to \(limit)"
    case .notificationTooLong(let size, let limit):
      "this notification has at least \(size) bytes, and Apple accepts at most \(limit)"
    }
  }

  /// `a`, `b` and `c`
  private static func list(_ names: [String]) -> String {
    let quoted = names.map { "`\($0)`" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The advice; nil if the headline says all there is
  private var help: String? {
    switch self {
    case .incompleteChart(_, true, true): "write `of …` and `per week last 52`"
    case .incompleteChart(_, true, false):
      "write `of` and a number or a quantity, as in `of count(trips)`"
    case .incompleteChart(_, false, _):
      "write how long they are, and how many, as in `per week last 52`"
    case .periodsOutOfRange: "say how many there are, as in `last 30`"
    case .periodsWithUnit(let number): "write `\(number)`"
    case .periodOutside(true):
      "write it right of `in` or after `since`: `ended in period`, `average(temp, since period)`"
    case .periodOutside(false):
      "in an Opp, write the days themselves, as in `ended >= today + 0:00` or `last 1d`"
    case .nothingToWaitFor: "give it `when`, `on`, `near` or `for each`"
    case .rowWithoutForEach: "write `for each row in TABLE` before"
    case .eventBesideForEach(let field): "write `on \(field)`"
    case .notInstant(let suggestion):
      suggestion.map { "write `\($0)`" } ?? "write a date and a time, as in `at 2026-06-21T12:00`"
    case .everyOutOfRange(let days?):
      "write `every \(days) from 2026-01-05T08:00`, with your first day and time of day"
    case .otherRowEvent(_, usual: "event"):
      "write `event` for an event of the calendar; a condition is an event by itself: `on raining`"
    case .otherRowEvent: "write `row`, or the name of the row after `for each`"
    case .timesJoinedByAnd(let suggestion), .hoursWithoutMinutes(let suggestion),
      .notEvent(_, let suggestion?, nil, _), .invalidSetting(_, _, let suggestion?):
      "write `\(suggestion)`"
    case .notEvent(_, let event?, let condition?, hasWhen: false):
      "write `\(event) when \(condition)`"
    case .notEvent(_, let event?, let condition?, hasWhen: true):
      "write `\(event)`, and join the rest to the condition: `when (…) and \(condition)`"
    case .unknownZone(_, let zone):
      zone.nearest.map { "write `set zone \"\($0)\"`" }
        ?? "write a region and a city, such as `set zone \"Europe/Berlin\"`"
    case .unknownFileZone(_, let zone):
      zone.nearest.map { "did you mean `\"\($0)\"`?" }
        ?? "write a region and a city, such as `\"Europe/Berlin\"`, or an offset, such as `\"+01:00\"`"
    case .connectionOfArguments("notifications", let person):
      "write `notifications(\"\(person ?? "Ann")\")`, a line for each person"
    case .connectionOfArguments(let name, _): "write `connect \(name) to …`"
    case .inAllWithoutRows: "leave out `in all`"
    case .notEvent: "an event is a condition, a time of day, an instant, or `… changes`"
    case .recordWithoutLimit(_, let limit): "write how often: `\(limit)`"
    case .circleWithoutLimit(let opps, let limit):
      opps.count == 1
        ? "write how often: `\(limit)`; `firings(\"Name\")` has those of another Opp alone"
        : "write in one of them how often: `\(limit)`"
    case .writtenByOpp:
      "in a test, let an Opp fire and write `given answer \"Name\" = done`; keep rows of your own in a table of your own"
    case .noAnswer: "write `done`, `dismissed` or `snoozed`"
    case .unknownOption(_, _, let options, let nearest):
      nearest.map { "did you mean `\($0)`?" }
        ?? (options.isEmpty
          ? "it has none" : "it has \(options.map { "`\($0)`" }.joined(separator: ", "))")
    case .foreignOption(_, _, let line): "did you mean `\(line)`?"
    case .fileOption(let problem): problem.help
    case .optionNotOneOf(_, _, let reason): reason
    case .secretInText(_, let variable?):
      "write `env(\"\(variable)\")`"
    case .secretInText(let option, nil):
      "write `\(option): env(\"NAME\")`, and set NAME in the environment"
    case .notEnvironment: "write `env(\"NAME\")`"
    case .givenAlwaysKnown(_, let help): help
    case .expectationWithoutStep:
      "put the second of the test before it, such as `at 2026-06-21T12:00`"
    case .missingKeyField: "give it a value: it identifies the row"
    case .notificationTooLong: "shorten the text: `notifications` are connected to `apns_payload`"
    case .everyOutOfRange, .missingOption, .invalidSetting,
      .optionNotText, .entriesOfOther, .stepOrder, .keyCount, .keyWithoutForEach, .tooDeep,
      .tooManyExpansions, .tooManyOpps, .textTooLong, .listTooLong, .countOutOfRange:
      nil
    }
  }
}
