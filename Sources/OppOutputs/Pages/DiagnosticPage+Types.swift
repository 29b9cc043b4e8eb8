extension DiagnosticPage {
  /// Messages about types, values and units
  ///
  /// Sorted by code. Those about drift are of values that change by themselves, such as `free` and `now`.
  package static let types: [DiagnosticPage] = [
    DiagnosticPage(
      "ambiguous-otherwise",
      "Beside `+ - * /`, an `otherwise` without parentheses can end before them or after them.",
      #"let a = wind - gust otherwise 1m/s + 2m/s"#),
    DiagnosticPage(
      "ambiguous-unit",
      "The unit can mean two things, and nothing here says which one."),
    DiagnosticPage(
      "argument-order",
      "Arguments without a name come before those with one.",
      """
      let f(a: Number, b: Number = 1) = a + b
      opp "A" when f(b: 3, humidity) > 3
      """),
    DiagnosticPage(
      "beyond-calendar",
      "Dates and instants are limited to the years 1 to 9999."),
    DiagnosticPage(
      "change-to-itself",
      "A value that changes is another one from then on, so that `from` and `to` name two.",
      #"opp "A" on sky changes from rain to rain"#),
    DiagnosticPage(
      "changes-of-drift",
      "A value such as `free` changes continuously, so `changes` would happen every second, and its last change is always now."
    ),
    DiagnosticPage(
      "count-of-conditions",
      "`count` counts elements, true or not; those that are true are counted by `at least`, `at most` and `exactly`.",
      #"opp "A" when count([raining, snowing]) >= 2"#),
    DiagnosticPage(
      "different-branches",
      "Both branches of an `if` have the same type.",
      #"let a = if raining then 1 else "x""#),
    DiagnosticPage(
      "dollar-before-braces",
      "A value in a text is written `{x}`."),
    DiagnosticPage(
      "empty-list",
      "An empty list has no type."),
    DiagnosticPage(
      "empty-range",
      "The range is empty: its start is after its end.",
      #"opp "A" when temp in 20C..10C"#),
    DiagnosticPage(
      "for-each-gap",
      "Gaps come and go with rows, so that a chart has no series of each.",
      #"chart "C" for each g in gaps(today + 8:00..today + 20:00, agenda) of 3 per day last 7"#),
    DiagnosticPage(
      "format-mismatch",
      "The value has no decimals, or not this unit. A duration has decimals only in a unit.",
      #"opp "A" when raining notify "It is {temp:km}.""#),
    DiagnosticPage(
      "fraction-of-a-day",
      "A date can be moved by whole days only."),
    DiagnosticPage(
      "fraction-of-a-second",
      "Durations are whole seconds.",
      #"opp "A" when raining for 0.5s"#),
    DiagnosticPage(
      "from-drift",
      "`every D from X` counts from an instant that stays as it is; `now` is another one each second.",
      #"opp "A" on every 2h from now"#),
    DiagnosticPage(
      "gaps-of-drift",
      "The ends of the time of `gaps` stay for a while, as `today + 8:00` does; `now` changes every second.",
      #"opp "A" when any(gaps(now..today + 20:00, agenda) where length > 1h)"#),
    DiagnosticPage(
      "equal-position",
      "A measured position is never exactly that of a place: `near` asks for a distance.",
      #"opp "A" when position == @52.0872,5.1395"#),
    DiagnosticPage(
      "impossible-arithmetic",
      "The operator does not take these types.",
      #"opp "A" when 20C + temp > 30C"#),
    DiagnosticPage(
      "incomparable-types",
      "Two values can be compared only if they are of the same type.",
      #"opp "A" when temp > 5km"#),
    DiagnosticPage(
      "knowledge-as-value",
      "`known(x)` says whether something is known."),
    DiagnosticPage(
      "missing-argument",
      "The function needs this argument."),
    DiagnosticPage(
      "missing-arguments",
      "The name is that of a function, which needs its arguments in parentheses."),
    DiagnosticPage(
      "missing-span",
      "The function needs a span of time: `last D`, `next D` or `since T`."),
    DiagnosticPage(
      "missing-unit",
      "A number needs a unit where a quantity is expected.",
      #"opp "A" when temp > 30"#),
    DiagnosticPage(
      "mixed-list",
      "All elements of a list have the same type.",
      #"let a = [1, "x"]"#),
    DiagnosticPage(
      "mixed-units",
      "The units of one quantity must be of the same kind.",
      #"opp "A" when free > 1h30km"#),
    DiagnosticPage(
      "not-a-condition",
      "The expression is neither true nor false.",
      #"opp "A" when temp"#),
    DiagnosticPage(
      "not-a-list",
      "The expression is not a list."),
    DiagnosticPage(
      "not-a-literal",
      "A literal is needed here."),
    DiagnosticPage(
      "not-a-value",
      "The name has no value of its own."),
    DiagnosticPage(
      "not-an-event",
      "The expression is not an event."),
    DiagnosticPage(
      "not-constant",
      "The value has to be known beforehand.",
      #"opp "A" when raining for free"#),
    DiagnosticPage(
      "not-known-ahead",
      "Only the readings of the clock, the sun and the calendar are known ahead.",
      #"opp "A" when raining within next 1h"#),
    DiagnosticPage(
      "not-rows",
      "The expression is not a list of rows of a table."),
    DiagnosticPage(
      "number-out-of-range",
      "The number is too large."),
    DiagnosticPage(
      "order-by-drift",
      "A value such as `due - now` changes every second; rows are ordered by what stays.",
      #"opp "A" on 9:00 notify first(agenda by begins - now).title"#),
    DiagnosticPage(
      "product-of-drifts",
      "Two values that both change continuously cannot be multiplied. Their quotient is allowed.",
      #"opp "A" when free / 1min * (free / 1h) > 1"#),
    DiagnosticPage(
      "quiet-looks-back",
      "The condition of `set quiet when` is of the present second; a `for`, a window over the past or `firings` looks at earlier ones.",
      #"set quiet when busy for 10min"#),
    DiagnosticPage(
      "quoted-place",
      "A declared place is named without quotes.",
      """
      place home = @52.1,5.1
      opp "A" when near "home"
      """),
    DiagnosticPage(
      "range-with-dash",
      "A range is written `a..b`."),
    DiagnosticPage(
      "repeated-argument",
      "An argument is given once."),
    DiagnosticPage(
      "row-without-past",
      "Only rows of `for each` have a past."),
    DiagnosticPage(
      "rows-as-value",
      "Rows are not a value: an aggregate such as `count` or `any` makes one of them."),
    DiagnosticPage(
      "rows-without-parentheses",
      "The rows of an aggregate are written in parentheses."),
    DiagnosticPage(
      "since-drift",
      "The instant after `since` must not change continuously.",
      #"opp "A" when average(temp, since now + free) > 20C"#),
    DiagnosticPage(
      "sun-as-value",
      "The sun's place is printed, recorded and compared with what is fixed: an elevation in every way, an azimuth with `in`.",
      #"opp "A" when max(sun.elevation, 3deg) > 5deg"#),
    DiagnosticPage(
      "times-joined-by-and",
      "Two times of day never occur at once: join the events by `or`."),
    DiagnosticPage(
      "too-many-arguments",
      "The function takes fewer arguments."),
    DiagnosticPage(
      "too-many-decimals",
      "An amount has the decimals of its currency at most: `12.50EUR`, `1250JPY`.",
      "source bill fresh for 1h { due: EUR }\nopp \"A\" when bill.due > 12.505EUR"),
    DiagnosticPage(
      "type-mismatch",
      "The value is of another type than is needed here.",
      #"opp "A" when raining notify "x" colour 5km"#),
    DiagnosticPage(
      "type-without-fields",
      "A value of this type has no fields.",
      #"opp "A" when temp.celsius > 3"#),
    DiagnosticPage(
      "type-without-order",
      "Values of this type are neither less nor greater than others.",
      #"opp "A" when sky > rain"#),
    DiagnosticPage(
      "type-without-ranges",
      "Values of this type have no ranges."),
    DiagnosticPage(
      "unexpected-change",
      "`x changes` is an event: it follows `on`, or is counted by `times`.",
      #"opp "A" when known(sky changes)"#),
    DiagnosticPage(
      "unexpected-span",
      "`last D`, `next D` and `since T` are the last argument of a window, and nothing else.",
      #"opp "A" when known(last 1h)"#),
    DiagnosticPage(
      "values-without-name",
      "Values have no fields; `as` gives each of them a name.",
      #"opp "A" on 9:00 notify "{agenda each title where busy}""#),
    DiagnosticPage(
      "window-over-drift",
      "The function has no exact result for a value that changes continuously."),
    DiagnosticPage(
      "wrong-argument",
      "The function does not accept an argument of this type."),
  ]
}
