extension DiagnosticPage {
  /// Messages about types, values and units
  ///
  /// Sorted by code. Those about drift are of values that change by themselves, such as `free` and `now`.
  package static let types: [DiagnosticPage] = [
    DiagnosticPage(
      "ambiguous-unit",
      "The unit has two readings, and nothing here says which is meant."),
    DiagnosticPage(
      "argument-order",
      "Arguments by position stand before those by name."),
    DiagnosticPage(
      "beyond-calendar",
      "Dates and instants lie in the years 1 to 9999."),
    DiagnosticPage(
      "changes-of-drift",
      "A value that drifts, such as `free`, changes in every second."),
    DiagnosticPage(
      "count-of-conditions",
      "`count` counts elements, true or not; conditions are joined by `and` and `or`.",
      #"opp "A" when count([raining, snowing]) >= 2"#),
    DiagnosticPage(
      "different-branches",
      "Both branches of an `if` have one type.",
      #"let a = if raining then 1 else "x""#),
    DiagnosticPage(
      "dollar-before-braces",
      "A value in a text is written `{x}`."),
    DiagnosticPage(
      "empty-list",
      "An empty list has no type."),
    DiagnosticPage(
      "empty-range",
      "The range holds nothing: its start is after its end.",
      #"opp "A" when temp in 20C..10C"#),
    DiagnosticPage(
      "fraction-of-a-day",
      "Dates move by whole days."),
    DiagnosticPage(
      "fraction-of-a-second",
      "Spans of time are whole seconds.",
      #"opp "A" when raining for 0.5s"#),
    DiagnosticPage(
      "impossible-arithmetic",
      "The operator does not take these types.",
      #"opp "A" when 20C + temp > 30C"#),
    DiagnosticPage(
      "incomparable-types",
      "Two values are compared where they are of one type.",
      #"opp "A" when temp > 5km"#),
    DiagnosticPage(
      "knowledge-as-value",
      "`known(x)` says whether something is known."),
    DiagnosticPage(
      "missing-argument",
      "The function needs this argument."),
    DiagnosticPage(
      "missing-arguments",
      "The name is one of a function: it needs parentheses."),
    DiagnosticPage(
      "missing-span",
      "The function needs a span of time: `last D`, `next D` or `since T`."),
    DiagnosticPage(
      "missing-unit",
      "A number for a quantity has a unit.",
      #"opp "A" when temp > 30"#),
    DiagnosticPage(
      "mixed-list",
      "The elements of a list have one type.",
      #"let a = [1, "x"]"#),
    DiagnosticPage(
      "mixed-units",
      "A quantity of several units is of one kind.",
      #"opp "A" when free > 1h30km"#),
    DiagnosticPage(
      "not-a-condition",
      "The expression is neither true nor false.",
      #"opp "A" when temp"#),
    DiagnosticPage(
      "not-a-list",
      "The expression is no list."),
    DiagnosticPage(
      "not-a-literal",
      "A literal stands here."),
    DiagnosticPage(
      "not-a-value",
      "The expression has no value of its own."),
    DiagnosticPage(
      "not-an-event",
      "The expression is nothing that happens."),
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
      "The expression stands for no rows of a table."),
    DiagnosticPage(
      "number-out-of-range",
      "The number is too large."),
    DiagnosticPage(
      "product-of-drifts",
      "Two values that drift cannot be multiplied."),
    DiagnosticPage(
      "quoted-place",
      "A declared place is named without quotes."),
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
      "Rows are no value: an aggregate such as `count` or `any` makes one."),
    DiagnosticPage(
      "rows-without-parentheses",
      "The rows of an aggregate stand in parentheses."),
    DiagnosticPage(
      "since-drift",
      "`since` takes an Instant that does not drift."),
    DiagnosticPage(
      "times-joined-by-and",
      "One time of day is never another: two events are joined by `or`."),
    DiagnosticPage(
      "too-many-arguments",
      "The function takes fewer arguments."),
    DiagnosticPage(
      "type-mismatch",
      "The value is of another type than the place needs.",
      #"opp "A" when raining notify "x" colour 5km"#),
    DiagnosticPage(
      "type-without-fields",
      "A value of this type has no fields."),
    DiagnosticPage(
      "type-without-order",
      "Values of this type are neither less nor greater than others.",
      #"opp "A" when sky > rain"#),
    DiagnosticPage(
      "type-without-ranges",
      "There are no ranges of this type."),
    DiagnosticPage(
      "unexpected-span",
      "`last D`, `next D` and `since T` are the last argument of a window, and nothing else.",
      #"opp "A" when known(last 1h)"#),
    DiagnosticPage(
      "window-over-drift",
      "A window takes no value that drifts."),
    DiagnosticPage(
      "wrong-argument",
      "The function takes no such argument."),
  ]
}
