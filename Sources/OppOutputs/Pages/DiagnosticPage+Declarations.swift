extension DiagnosticPage {
  /// Messages about declarations
  ///
  /// Sorted by code. A message that needs more than a line of rules, or a connector, has no example.
  package static let declarations: [DiagnosticPage] = [
    DiagnosticPage(
      "circle-without-limit",
      "Opps that each read the firings or records of the next, in a circle, could fire without end: one needs `at most`.",
      #"opp "A" when count(firings) > 3"#),
    DiagnosticPage(
      "connected-file",
      "The file that is connected is there, and something of it cannot be read as it is."),
    DiagnosticPage(
      "count-out-of-range",
      "The count is not between 1 and a million.",
      #"opp "A" when raining at most 0 per day"#),
    DiagnosticPage(
      "duration-out-of-range",
      "The duration is shorter or longer than is allowed here.",
      "set budget 5 per 0s"),
    DiagnosticPage(
      "event-beside-for-each",
      "`event begins` already runs over the rows of the agenda, so it cannot be combined with `for each`."
    ),
    DiagnosticPage(
      "every-out-of-range",
      "`every D` counts from midnight, so it takes a duration from one second to one day; `every D from X` takes any.",
      #"opp "A" on every 2w"#),
    DiagnosticPage(
      "incomplete-chart",
      "A chart is of a number, for so many periods: both have to be said.",
      #"chart "A" of temp"#),
    DiagnosticPage(
      "invalid-date",
      "There is no such date.",
      #"opp "A" on 2026-02-30T10:00"#),
    DiagnosticPage(
      "invalid-option",
      "The option of the connector does not take this value."),
    DiagnosticPage(
      "invalid-pin",
      "A latitude is between -90 and 90 degrees, a longitude between -180 and 180.",
      "place moon = @95.0,0.0"),
    DiagnosticPage(
      "invalid-setting",
      "The setting does not take this value.",
      "set budget 100 per month"),
    DiagnosticPage(
      "invalid-time",
      "There is no such time of day.",
      #"opp "A" on 25:00"#),
    DiagnosticPage(
      "key-mismatch",
      "A row is identified by as many values as its table has key fields."),
    DiagnosticPage(
      "limit-reached",
      "A limit of the language was reached."),
    DiagnosticPage(
      "login-not-usable",
      "The login that is named is not on this machine, has ended, or lies in a file that others may read: `opp login` makes one."
    ),
    DiagnosticPage(
      "connection-of-arguments",
      "Only `notifications` has an argument: the name of the person whose they are.",
      #"connect weather("home") to openmeteo()"#),
    DiagnosticPage(
      "in-all-without-rows",
      "`in all` counts the firings of all rows together, and the Opp has no `for each`.",
      #"opp "A" when raining at most once per day in all"#),
    DiagnosticPage(
      "missing-option",
      "The connector needs this option."),
    DiagnosticPage(
      "not-an-answer",
      "An answer is `done`, `dismissed` or `snoozed`; `unanswered` is what a firing is without one."
    ),
    DiagnosticPage(
      "nothing-to-wait-for",
      "An Opp needs something to wait for: `on`, `when`, `near` or `for each`.",
      #"opp "A" notify "x""#),
    DiagnosticPage(
      "notification-too-long",
      "The text is longer than the service accepts."),
    DiagnosticPage(
      "period-outside-chart",
      "`period` means something in what a chart is `of`, right of `in` and after `since`.",
      #"opp "A" on 20:00 when any(agenda where begins in period)"#),
    DiagnosticPage(
      "proved-by-rows",
      "A row of the file that is connected proves how its dates or numbers are written. A new file may not: say it as an option."
    ),
    DiagnosticPage(
      "record-without-limit",
      "An Opp that records into a table that it also reads needs `at most`."),
    DiagnosticPage(
      "row-without-for-each",
      "`row added` and `row removed` mean the rows of `for each`.",
      #"opp "A" on row added"#),
    DiagnosticPage(
      "secret-outside-environment",
      #"A secret is kept in the environment, and named by `env("NAME")`."#),
    DiagnosticPage(
      "step-order",
      "The steps of a test are written in the order of time, and an expectation belongs to a step."),
    DiagnosticPage(
      "text-too-long",
      "A text has at most 65,536 bytes, and this one has more whatever its values are.",
      #"""
      let a = "Sixteen letters."
      let b = "{a}{a}{a}{a}{a}{a}{a}{a}"
      let c = "{b}{b}{b}{b}{b}{b}{b}{b}"
      let d = "{c}{c}{c}{c}{c}{c}{c}{c}"
      let e = "{d}{d}{d}{d}{d}{d}{d}{d}"
      opp "A" on 12:00 notify "{e}!"
      """#),
    DiagnosticPage(
      "unknown-connection",
      "There is no source or table of this name to connect."),
    DiagnosticPage(
      "unknown-connector",
      "There is no such connector.",
      "connect weather to opnmeteo()"),
    DiagnosticPage(
      "unknown-option",
      "The connector has no such option."),
    DiagnosticPage(
      "unknown-setting",
      "There is no such setting.",
      #"set timezone "UTC""#),
    DiagnosticPage(
      "unknown-zone",
      "The zone database has no such zone."),
    DiagnosticPage(
      "written-by-opp",
      "`firings` is what has fired: no rule, test or connection writes it.",
      #"connect firings to csv("firings.csv")"#),
  ]
}
