internal import OppModel
internal import OppSyntax

/// Checks calls: of functions, of lets with parameters, and their arguments
///
/// A name in front of parentheses is looked up in this order: a let of the rule set with parameters, any other declaration of
/// the rule set (an error, unless a function has the name), a function, a let of the prelude. So a let named
/// `round` hides the function, and a place named `first` does not.
struct CallChecker: CheckerPart {
  let checker: Checker

  /// A call of a function or a let; anything else is reported
  ///
  ///     max(temp, last 3h)     twice(free)     weather(home) → use a field of it, such as `weather(…).sky`
  func checkCall(_ call: CallSyntax, hint: ValueType?) -> Checked {
    local.inside(comparison: nil) { checkCallee(call, hint: hint) }
  }

  /// The value of a call, by the kind of its callee
  private func checkCallee(_ call: CallSyntax, hint: ValueType?) -> Checked {
    guard let token = call.name else {
      if !call.callee.isMissing, !reportForeign(call) {
        report(.notFunction(text(at: call.callee.range) ?? ""), at: call.callee.range)
      }
      return .failure
    }
    let name = token.text
    switch nameTable.user.symbols[name]?.symbol {
    case .let(let index)? where definitions.lets[index].parameters != nil:
      recorder.record(.let(index), at: token.range)
      return letChecker.expand(index, call)
    case let symbol? where Function.named(name) == nil:
      recorder.record(symbol, at: token.range)
      return wrongCallee(symbol, name, token.range)
    default: break
    }
    if let function = Function.named(name) {
      recorder.record(.function, name, at: token.range)
      return checkFunction(function, call, hint: hint)
    }
    let firings = FiringsChecker(checker: checker)
    if firings.isFirings(name) { return firings.checkCall(call, at: token.range) }
    if let symbol = nameTable.prelude.symbols[name]?.symbol {
      recorder.record(symbol, at: token.range)
      if case .let(let index) = symbol, definitions.lets[index].parameters != nil {
        return letChecker.expand(index, call)
      }
      return wrongCallee(symbol, name, token.range)
    }
    // `temp(3)`: there is such a name, but it takes no arguments.
    let isValue =
      local.arguments[name] != nil || local.rows.contains { $0.name == name }
      || nameTable.user.fields[name] != nil || nameTable.prelude.fields[name] != nil
    if isValue {
      if reportForeign(call) { return .failure }
      report(.notFunction(name), at: token.range)
      return .failure
    }
    if let suggestion = firings.suggestion(for: name, call) {
      report(.functionOfRows(name, suggestion: suggestion), at: call.range)
      return .failure
    }
    if let suggestion = rowSuggestion(name, call) ?? allSuggestion(name, call) {
      report(.functionOfRows(name, suggestion: suggestion), at: call.range)
      return .failure
    }
    if reportForeign(call) { return .failure }
    let names = Function.allCases.map { $0.rawValue } + namesOfCallables()
    report(.unknownFunction(name, nearest: nameTable.nearest(to: name, in: names)), at: token.range)
    return .failure
  }

  /// Reports a function of another language that has a meaning here; false for any other
  private func reportForeign(_ call: CallSyntax) -> Bool {
    guard let meant = ForeignCalls(checker: checker).suggestion(call) else { return false }
    let name = text(at: call.callee.range) ?? ""
    report(.functionOfRows(name, suggestion: meant), at: call.range)
    return true
  }

  /// The text to write for a function of rows in another language; nil for any other call
  ///
  ///     sort(tasks, due) → tasks by due     map(trips, distance) → trips each distance     filter(tasks, done) → tasks where done
  private func rowSuggestion(_ name: String, _ call: CallSyntax) -> String? {
    let parts = call.arguments.compactMap { text(at: $0.value.range) }
    guard parts.count == 2, call.arguments.count == 2 else { return nil }
    switch name.lowercased() {
    case "sort", "sorted", "sort_by", "sortby", "order", "order_by", "orderby":
      return "\(parts[0]) by \(parts[1])"
    case "map", "select", "pluck": return "\(parts[0]) each \(parts[1])"
    case "filter": return "\(parts[0]) where \(parts[1])"
    case "group", "group_by", "groupby": return "distinct(\(parts[0]) each \(parts[1]))"
    case "take", "limit", "top", "head": return "first(\(parts[0]), \(parts[1]))"
    default: return nil
    }
  }

  /// The text to write for `all` under a name from elsewhere; nil for any other call
  ///
  ///     every(tasks.done) → all(tasks each done)     every(tasks where done) → all(tasks each done)
  private func allSuggestion(_ name: String, _ call: CallSyntax) -> String? {
    guard ["every", "each", "forall", "for_all", "all_of", "allof"].contains(name.lowercased()),
      call.arguments.count == 1, let value = call.arguments.first?.value
    else { return nil }
    if case .filter(let filter) = value {
      guard let list = text(at: filter.list.range), let condition = text(at: filter.condition.range)
      else { return nil }
      return "all(\(list) each \(condition))"
    }
    if case .field(let access) = value {
      guard let list = text(at: access.base.range), let field = access.field?.text else {
        return nil
      }
      return "all(\(list) each \(field))"
    }
    return text(at: value.range).map { "all(\($0))" }
  }

  /// Reports a declared name that cannot be called
  private func wrongCallee(_ symbol: Symbol, _ name: String, _ range: SourceRange) -> Checked {
    if case .source(let source) = symbol {
      let field = builder.source(source).fields.first?.name ?? "field"
      report(
        .notValue(name, what: "a source", hint: "use a field of it, such as `\(name)(…).\(field)`"),
        at: range)
    } else {
      report(.notFunction(name), at: range)
    }
    return .failure
  }

  /// The lets that take arguments, for spelling help
  private func namesOfCallables() -> [String] {
    definitions.lets.filter { $0.parameters != nil }.map { $0.name }
  }

  // MARK: Arguments

  /// The argument of each parameter, `nil` if none is given; `nil` if they do not fit
  ///
  ///     score(2km, grams: 3) of d, grams   →   [2km, 3]
  ///     score(grams: 3)                    →   [nil, 3]: the caller takes the default, or reports that there is none
  ///
  /// - Parameter symbol: the identity of a parameter by its name, for the index of names.
  func match(
    _ arguments: [ArgumentSyntax], to parameters: [Parameter], of function: String,
    _ symbol: (String) -> SymbolID
  ) -> [ExpressionSyntax?]? {
    var given = [ExpressionSyntax?](repeating: nil, count: parameters.count)
    var fits = true
    var hasNames = false
    for (index, argument) in arguments.enumerated() {
      guard let name = argument.name else {
        if hasNames {
          report(.positionalAfterNamed, at: argument.range)
          fits = false
        } else if index < parameters.count {
          given[index] = argument.value
        } else {
          report(
            .tooManyArguments(function: function, limit: parameters.count, suggestion: nil),
            at: argument.range)
          fits = false
        }
        continue
      }
      hasNames = true
      let text = name.text
      guard let position = parameters.firstIndex(where: { $0.name == text }) else {
        let names = parameters.map { $0.name }
        report(
          .unknownArgument(
            text, function: function, nearest: nameTable.nearest(to: text, in: names)),
          at: name.range)
        fits = false
        continue
      }
      recorder.use(symbol(text), at: name.range)
      if given[position] != nil {
        report(.repeatedArgument(text), at: name.range)
        fits = false
      }
      given[position] = argument.value
    }
    return fits ? given : nil
  }

  /// The arguments of a built-in function, which have no names
  ///
  ///     max(temp) → [temp]     max(value: temp) → an error     round() → an error
  private func positional(_ function: Function, _ call: CallSyntax) -> [ExpressionSyntax]? {
    let arguments = call.arguments
    for argument in arguments {
      if let name = argument.name {
        report(
          .unknownArgument(name.text, function: function.rawValue, nearest: nil), at: name.range)
        return nil
      }
    }
    let (least, most) = function.argumentCounts
    if arguments.count < least {
      if let meant = ofList(function, arguments.map { $0.value }) {
        let written = text(at: call.range) ?? function.rawValue
        reports.add(
          SyntaxProblem(.foreignPhrase(written, meant: meant, also: nil), at: call.range).diagnostic
        )
        return nil
      }
      report(
        .missingArgument(
          function: function.rawValue, parameter: function.parameterNames[arguments.count]),
        at: call.range)
      return nil
    }
    if arguments.count > most {
      if let meant = rowsWithCondition(function, arguments.map { $0.value })
        ?? ForeignCalls(checker: checker).joined(function, call)
      {
        report(
          .tooManyArguments(function: function.rawValue, limit: most, suggestion: meant),
          at: call.range)
        return nil
      }
      report(
        .tooManyArguments(
          function: function.rawValue, limit: most,
          suggestion: overTime(function, arguments.map { $0.value })),
        at: arguments[most].range)
      return nil
    }
    return arguments.map { $0.value }
  }

  /// The function over a list for one over time that has no time: `sum(tasks each hours)` for `total(tasks each hours)`
  private func ofList(_ function: Function, _ values: [ExpressionSyntax]) -> String? {
    guard values.count == 1, kind(of: values[0]).isRows, let list = text(at: values[0].range) else {
      return nil
    }
    if function == .total || function == .increase { return "sum(\(list))" }
    return function == .times ? "count(\(list))" : nil
  }

  /// `count(tasks where done)` for `count(tasks, done)`; nil for anything else
  private func rowsWithCondition(
    _ function: Function, _ values: [ExpressionSyntax]
  ) -> String? {
    guard values.count == 2, [.any, .none, .count, .all].contains(function),
      let list = text(at: values[0].range), let condition = text(at: values[1].range)
    else { return nil }
    if case .span = values[1] { return nil }
    guard kind(of: values[0]).isRows else { return nil }
    return "\(function.rawValue)(\(list) \(function == .all ? "each" : "where") \(condition))"
  }

  /// `times(raining, last 1d)` for `count(raining, last 1d)`, which counts over time; nil for anything else
  private func overTime(_ function: Function, _ values: [ExpressionSyntax]) -> String? {
    guard values.count == 2, case .span = values[1], let value = text(at: values[0].range),
      let span = text(at: values[1].range)
    else { return nil }
    let type = kind(of: values[0]).type
    if function == .count, type == .bool { return "times(\(value), \(span))" }
    if function == .sum, type == .speed { return "total(\(value), \(span))" }
    return nil
  }

  // MARK: Functions

  /// A call of a function that is built in, by the number and the types of its arguments
  private func checkFunction(_ function: Function, _ call: CallSyntax, hint: ValueType?) -> Checked
  {
    if function == .gaps { return gapChecker.checkGaps(call) }
    guard let values = positional(function, call) else { return .failure }
    switch function {
    case .gaps: return .failure
    case .first where values.count == 2: return rowLists.checkFirst(values[0], count: values[1])
    case .distinct: return rowLists.checkDistinct(values[0])
    case .any, .none, .count, .sum, .first:
      return aggregateChecker.checkAggregate(function, values[0])
    case .all: return aggregateChecker.checkAll(values[0])
    case .min, .max:
      if values.count == 1 { return aggregateChecker.checkAggregate(function, values[0]) }
      if values.count == 2, isWindow(values) {
        return windowChecker.checkWindow(function, values[0], values[1])
      }
      return aggregateChecker.checkValues(function, values, of: call.range)
    case .average:
      if values.count == 2 { return windowChecker.checkWindow(function, values[0], values[1]) }
      return aggregateChecker.checkAggregate(function, values[0])
    case .change, .total, .increase, .times:
      return windowChecker.checkWindow(function, values[0], values[1])
    case .travelled: return windowChecker.checkTravelled(values[0])
    case .ago: return windowChecker.checkAgo(values[0], values[1])
    case .age: return windowChecker.checkAge(values[0])
    case .began: return windowChecker.checkBegan(values[0])
    case .lastChange: return windowChecker.checkLastChange(values[0])
    case .known:
      guard let (node, _) = expressions.anyValue(values[0]) else { return .failure }
      return .value(builder.node(.known(node), .bool), .bool)
    case .distance: return checkDistance(values)
    case .mod: return checkModulo(values[0], values[1], hint: hint)
    case .abs: return checkAbsolute(values[0], hint: hint)
    case .round: return checkRounding(.round, function, values[0])
    case .floor: return checkRounding(.floor, function, values[0])
    case .ceil: return checkRounding(.ceiling, function, values[0])
    case .sqrt: return checkRoot(.squareRoot, function, values[0])
    case .exp: return checkRoot(.exponential, function, values[0])
    case .ln: return checkRoot(.logarithm, function, values[0])
    case .lower: return checkTextFunction(.lower, function, values[0], .text)
    case .upper: return checkTextFunction(.upper, function, values[0], .text)
    case .length: return checkTextFunction(.length, function, values[0], .number)
    }
  }

  /// `true` if the second of two arguments is a window, or a duration that lacks its `last`
  ///
  ///     temp, last 3h → true     temp, 3h → true     free, 3h → false, as both are durations     a, b → false
  private func isWindow(_ values: [ExpressionSyntax]) -> Bool {
    if case .span = values[1] { return true }
    if case .range = values[1] { return true }
    guard case .literal(let literal) = values[1], UnitSpellings.isDuration(literal.text) else {
      return false
    }
    guard let type = kind(of: values[0]).type else { return false }
    return type != .duration
  }

  /// `distance(home)` from the person, or `distance(home, park)` between two places
  private func checkDistance(_ values: [ExpressionSyntax]) -> Checked {
    let places = values.map {
      placeChecker.place($0, context: "`distance`").map(placeChecker.asPosition)
    }
    guard let first = places[0] else { return .failure }
    if places.count == 2 {
      guard let second = places[1] else { return .failure }
      return .value(builder.node(.distance(first, second), .length), .length)
    }
    guard let here = placeChecker.neededPosition(at: values[0].range) else { return .failure }
    return .value(builder.node(.distance(here, first), .length), .length)
  }

  /// `mod(a, b)` of two numbers or two durations
  ///
  ///     mod(today.week, 2) → 0 or 1     mod(today - 2026-01-06, 14d) → 0s to 13d     mod(30m, 1h) → 30min
  private func checkModulo(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax, hint: ValueType?
  ) -> Checked {
    let start = attempt()
    var sides = (expressions.check(left), expressions.check(right))
    if sides.0.isAmbiguous || sides.1.isAmbiguous {
      // `30m` is a duration here, as lengths have no `mod`.
      undo(start)
      sides = (
        expressions.check(left, hint: .duration), expressions.check(right, hint: .duration)
      )
    }
    for (side, expression) in [(sides.0, left), (sides.1, right)] {
      guard let type = side.type else { return .failure }
      guard type == .number || type == .duration else {
        let text = text(at: expression.range) ?? ""
        return wrong(
          Function.mod.rawValue, "two numbers or two durations", type, expression,
          suggestion: type == .percent ? "\(UnitSuggestions.operand(text)) * 1" : nil)
      }
    }
    guard case .value(let first, let type) = sides.0, case .value(let second, let other) = sides.1
    else { return .failure }
    guard type == other else {
      return wrong(
        Function.mod.rawValue,
        type == .number ? "a number beside a number" : "a duration beside a duration", other, right)
    }
    return .value(builder.arithmetic(.modulo, first, second, type), type)
  }

  /// `abs(x)` of an amount: `abs(temp - feels_like)`
  private func checkAbsolute(_ expression: ExpressionSyntax, hint: ValueType?) -> Checked {
    let hint = hint == .temperature ? .temperatureDifference : hint
    switch arithmeticChecker.checkAmount(expression, hint: hint) {
    case .value(let node, let type):
      guard type.isAmount else {
        return wrong("abs", "an amount or a difference", type, expression)
      }
      return .value(builder.unary(.absolute, node, type), type)
    case .rows(let rows): return wrong("abs", "an amount", .list(rows.element), expression)
    case .ambiguous: return .ambiguous
    case .failure: return .failure
    }
  }

  /// `round(x)`, `floor(x)`, `ceil(x)` of a number or a percentage
  ///
  ///     floor(2.5) → 2     round(2.5) → 3     ceil(2.5) → 3
  private func checkRounding(
    _ operation: Unary, _ function: Function, _ expression: ExpressionSyntax
  ) -> Checked {
    guard let (node, type) = expressions.anyValue(expression) else { return .failure }
    guard type == .number || type == .percent else {
      return wrong(function.rawValue, "a number", type, expression)
    }
    return .value(builder.unary(operation, node, type), type)
  }

  /// `sqrt(x)`, `exp(x)`, `ln(x)` of a number
  ///
  ///     sqrt(2) → 1.41421356237     exp(1) → 2.71828182846     ln(0) → unknown
  private func checkRoot(
    _ operation: Unary, _ function: Function, _ expression: ExpressionSyntax
  ) -> Checked {
    guard let (node, type) = expressions.anyValue(expression) else { return .failure }
    guard type == .number else {
      return wrong(function.rawValue, "a number", type, expression)
    }
    return .value(builder.unary(operation, node, type), type)
  }

  /// `lower(t)`, `upper(t)`, `length(t)` of a text
  private func checkTextFunction(
    _ operation: ValueFunction, _ function: Function, _ expression: ExpressionSyntax,
    _ type: ValueType
  ) -> Checked {
    guard let (node, found) = expressions.anyValue(expression) else { return .failure }
    guard found == .text else { return wrong(function.rawValue, "a text", found, expression) }
    return .value(builder.node(.apply(operation, [node]), type), type)
  }

  /// Reports an argument of a wrong type
  ///
  /// - Parameter accepts: the arguments that the function takes, as the end of a sentence.
  func wrong(
    _ function: String, _ accepts: String, _ type: ValueType, _ expression: ExpressionSyntax,
    suggestion: String? = nil
  ) -> Checked {
    let element = type.element ?? type
    if ["min", "max", "by"].contains(function), orderedDeclaration(element) != nil {
      reportWithoutOrder(
        { .noOrder(element, declaration: $0) }, of: element, at: expression.range)
      return .failure
    }
    report(
      .wrongArgument(function: function, accepts: accepts, found: type, suggestion: suggestion),
      at: expression.range)
    return .failure
  }
}

/// A function that needs no declaration
enum Function: String, CaseIterable {
  /// `any(agenda where busy)`, `any([raining, snowing])`
  case any
  case none
  /// `all(tasks each done)`, `all([charging, wifi])`
  case all
  /// `count(chores where not done)`
  case count
  /// `sum(chores.cost)`
  case sum
  /// `min(temp, last 1d)`, `min(forecast.temp)`, `min(a, b)`
  case min
  case max
  case average
  /// `first(agenda where busy).title`, `first(tasks by due, 3)`
  case first
  /// `distinct(trips each mode)`
  case distinct
  /// `change(temp, last 3h) < -5C`: the value now less that at the start of the window
  case change
  /// `total(rain, last 24h)`: a speed over time is a length; `total(raining, last 24h)` is a duration
  case total
  /// `travelled(last 10min)`: the length of the way of the person
  case travelled
  /// `increase(meter.reading, last 24h)`: the sum of the rises
  case increase
  /// `times(door_open, last 1d)`: how often it became true
  case times
  /// `ago(temp, 1d)`: the value a day ago
  case ago
  /// `age(house.co2) > 2h`: the time since the latest reading that had it
  case age
  /// `gaps(today + 8:00..today + 20:00, agenda where busy)`: the times that rows leave free
  case gaps
  /// `began(raining)`: the instant at which the condition became true
  case began
  /// `last_change(battery)`: the instant of the last change of its value
  case lastChange = "last_change"
  /// `known(temp)`
  case known
  /// `distance(home)`, `distance(home, park)`
  case distance
  /// `mod(today.week, 2) == 1`
  case mod
  case abs
  case round
  case floor
  case ceil
  /// `sqrt(x)`, and with it `exp(x)` and `ln(x)`, to 12 significant digits
  case sqrt
  case exp
  case ln
  case lower
  case upper
  case length

  /// The aggregate of the function; nil for a function of one value or of a window
  var aggregate: Aggregate? {
    switch self {
    case .any: .any
    case .none: Aggregate.none
    case .count: .count
    case .sum: .sum
    case .min: .minimum
    case .max: .maximum
    case .average: .average
    case .first: .first
    case .all, .change, .total, .travelled, .increase, .times, .ago, .age, .gaps, .began,
      .lastChange, .known, .distance,
      .mod, .abs, .round, .floor, .ceil, .sqrt, .exp, .ln, .lower, .upper, .length, .distinct:
      nil
    }
  }

  /// The window of the function; nil for a function that has none
  var window: WindowFunction? {
    switch self {
    case .average: .average
    case .min: .minimum
    case .max: .maximum
    case .change: .change
    case .total: .total
    case .travelled: .travelled
    case .increase: .increase
    case .times: .times
    case .any, .none, .all, .count, .sum, .first, .ago, .age, .gaps, .began, .lastChange, .known,
      .distance, .mod, .abs,
      .round,
      .floor, .ceil, .sqrt, .exp, .ln, .lower, .upper, .length, .distinct:
      nil
    }
  }

  /// The fewest and the most arguments
  var argumentCounts: (least: Int, most: Int) {
    switch self {
    case .gaps: (2, Int.max)
    case .min, .max: (1, Int.max)
    case .average, .distance, .first: (1, 2)
    case .change, .total, .increase, .times, .ago, .mod: (2, 2)
    case .any, .none, .all, .count, .sum, .travelled, .age, .began, .lastChange, .known, .abs,
      .round, .floor, .ceil, .sqrt, .exp, .ln, .lower, .upper, .length, .distinct:
      (1, 1)
    }
  }

  /// The names of the arguments, for a message about one that is missing
  var parameterNames: [String] {
    switch self {
    case .any, .none, .count: ["rows"]
    case .all: ["conditions"]
    case .first: ["rows", "number"]
    case .distinct: ["values"]
    case .sum: ["numbers"]
    case .min, .max, .average: ["values", "last D"]
    case .change, .total, .increase: ["value", "last D"]
    case .times: ["condition", "last D"]
    case .travelled: ["last D"]
    case .ago: ["value", "duration"]
    case .age: ["field"]
    case .gaps: ["FROM..TO", "rows"]
    case .began: ["condition"]
    case .known, .lastChange, .abs: ["value"]
    case .distance: ["place"]
    case .round, .floor, .ceil, .sqrt, .exp, .ln: ["number"]
    case .mod: ["value", "divisor"]
    case .lower, .upper, .length: ["text"]
    }
  }
}

extension Function {
  /// The functions by their names
  private static let byName: [String: Function] = {
    var byName: [String: Function] = [:]
    for function in allCases { byName[function.rawValue] = function }
    return byName
  }()

  /// The function of a name; `nil` if there is none
  static func named(_ name: String) -> Function? { byName[name] }
}
