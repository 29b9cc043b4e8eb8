internal import OppModel
internal import OppSyntax

extension TimeProblem {
  /// The problem in words, at its place
  func diagnostic(at range: SourceRange) -> Diagnostic {
    var result = Diagnostic(code: code, range: range, headline: headline)
    if let help { result.helps.append(help) }
    if let note { result.notes.append(note) }
    if case .weatherAhead(let suggestion) = self {
      result.fix = Fix(
        edits: [Edit(range: range, replacement: suggestion)], applicability: .display)
    }
    return result
  }

  /// The stable name of the problem, in kebab case
  private var code: String {
    switch self {
    case .rowWithoutPast: "row-without-past"
    case .driftingWindow: "window-over-drift"
    case .driftingProduct: "product-of-drifts"
    case .driftingChange, .driftingLastChange: "changes-of-drift"
    case .unexpectedChange: "unexpected-change"
    case .driftingOrder: "order-by-drift"
    case .changeToItself: "change-to-itself"
    case .driftingStart: "since-drift"
    case .driftingEvery: "from-drift"
    case .notForeseeable, .weatherAhead, .noLookAhead: "not-known-ahead"
    case .missingSpan, .missingBeginning: "missing-span"
    case .unexpectedSpan, .spanOfAgo: "unexpected-span"
    case .backwardSpan, .emptySpan: "empty-range"
    case .rangeAhead: "not-known-ahead"
    case .driftingShift: "window-over-drift"
    case .driftingGap: "gaps-of-drift"
    case .sunAsValue: "sun-as-value"
    case .quietLooksBack: "quiet-looks-back"
    case .notConstant: "not-constant"
    case .notWholeSeconds: "fraction-of-a-second"
    case .outOfRange: "duration-out-of-range"
    case .notWholeDays: "fraction-of-a-day"
    case .beyondCalendar: "beyond-calendar"
    }
  }

  /// The problem in one line
  private var headline: String {
    switch self {
    case .rowWithoutPast: "a row has no past here: use `for each`"
    case .driftingWindow(let function, _):
      "`\(function)` of a value that changes continuously has no exact result"
    case .driftingProduct: "there is no `*` of two values that both change continuously"
    case .driftingChange: "this changes continuously, so `changes` would happen every second"
    case .driftingLastChange: "this changes continuously, so its last change is always now"
    case .unexpectedChange: "a change is an event, not a value"
    case .driftingOrder: "rows are ordered by what is fixed, and this changes continuously"
    case .changeToItself: "a change is from one value to another, and these are the same"
    case .driftingStart: "the start of `since` must be fixed, and this changes continuously"
    case .driftingEvery: "`every` counts from a fixed instant, and this changes continuously"
    case .notForeseeable, .weatherAhead: "this is not known ahead"
    case .notConstant(let what): "\(what) must be constant"
    case .notWholeSeconds: "time is counted in whole seconds"
    case .outOfRange(let what, let least, let most):
      "\(what) must be at least \(least) and at most \(most)"
    case .notWholeDays: "a date can be moved by whole days only"
    case .beyondCalendar: "this is outside the years 1 to 9999"
    case .missingSpan(let function, _), .missingBeginning(let function, _):
      "`\(function)` needs a time span"
    case .noLookAhead(let function): "`\(function)` cannot look ahead"
    case .unexpectedSpan: "a time span is not a value"
    case .spanOfAgo: "`ago` takes a duration: how long ago"
    case .backwardSpan(let nearer, let farther):
      "`\(farther)..\(nearer)` has the end that is longer ago first"
    case .emptySpan(let end): "`\(end)..\(end)` is a single second"
    case .rangeAhead: "`next` looks ahead from now on"
    case .quietLooksBack(let word):
      "`set quiet` looks at the present alone, and `\(word)` looks back"
    case .driftingGap: "the time of `gaps` must be fixed, and this changes continuously"
    case .sunAsValue:
      "the sun's place changes along a curve, which is printed, recorded or compared with what is fixed"
    case .driftingShift: "`last A..B` of a value that changes continuously has no exact result"
    }
  }

  /// The advice; nil if the headline says all there is
  private var help: String? {
    switch self {
    case .driftingEvery: "write an instant, such as `2026-01-06T19:00` or `today + 8:00`"
    case .driftingOrder: "order by a time itself: `tasks by due`, not `tasks by due - now`"
    case .weatherAhead(let suggestion): "write `\(suggestion)`"
    case .notForeseeable: "the table `forecast` has the expected weather"
    case .missingSpan(_, let written?): "write `last \(written)`"
    case .missingBeginning(_, let date): "write `since \(date) + 0:00`"
    case .missingSpan: "write `last 1h`, or `since` an instant"
    case .spanOfAgo(let duration): "write `\(duration)`"
    case .backwardSpan(let nearer, let farther): "write `\(nearer)..\(farther)`"
    case .emptySpan(let end): "`ago(x, \(end))` is what x was then"
    case .rangeAhead(let end): "write `\(end)`"
    case .quietLooksBack: "write what is so at one second, such as `busy or time in 22:00..7:00`"
    case .driftingGap: "begin with a day, such as `today + 0:00`, and ask for gaps that end later"
    case .driftingShift(let meant): "write `\(meant)`"
    case .sunAsValue(let suggestion?): "write `\(suggestion)`"
    case .sunAsValue: "compare it at this place, as in `sun.elevation > 3deg`"
    case .unexpectedSpan: "write it after a value in a window, as in `average(temp, last 1h)`"
    case .driftingWindow(_, hasChange: true): "`change(…)` can measure it"
    case .driftingLastChange:
      "ask when a condition began, such as `began(free >= 30min)`"
    case .unexpectedChange(let value):
      "`times(\(value) changes, last 1h)` counts the changes, `last_change(\(value))` is the latest"
    case .driftingChange: "compare it with what you wait for, such as `on free >= 30min`"
    case .notConstant: "write it as a literal, such as `30min`, or a `let` of one"
    case .notWholeDays: "write a number of days, such as `2d`, or use an instant"
    case .beyondCalendar: "write a shorter duration"
    case .driftingProduct(let steady?):
      "write `\(steady)`, which stays as it is for a while"
    case .driftingProduct(nil):
      "`record` one of the two, and multiply by the field of the row: that stays as it is"
    case .rowWithoutPast, .driftingWindow(_, hasChange: false), .changeToItself, .driftingStart,
      .notWholeSeconds, .outOfRange, .noLookAhead:
      nil
    }
  }

  /// The reason, or the expressions that are allowed; `nil` if that is obvious
  private var note: String? {
    switch self {
    case .notForeseeable, .weatherAhead, .noLookAhead:
      "`next` looks only at `clock`, `sun`, `calendar` and `agenda`"
    case .beyondCalendar(.date): "dates go from 0001-01-01 to 9999-12-31"
    case .beyondCalendar: "instants go from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z"
    case .rowWithoutPast, .driftingWindow, .driftingProduct, .driftingChange, .driftingOrder,
      .driftingLastChange, .unexpectedChange,
      .changeToItself, .driftingStart, .driftingEvery,
      .notConstant, .notWholeSeconds, .outOfRange, .notWholeDays, .missingSpan, .missingBeginning,
      .unexpectedSpan, .spanOfAgo, .backwardSpan, .emptySpan, .rangeAhead, .driftingShift,
      .driftingGap, .sunAsValue, .quietLooksBack:
      nil
    }
  }
}
