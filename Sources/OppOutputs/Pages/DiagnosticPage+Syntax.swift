extension DiagnosticPage {
  /// Messages of the parser
  ///
  /// Sorted by code. Many are about forms of other languages and of everyday writing: `&&`, `=`, `'text'`, `20 C`.
  package static let syntax: [DiagnosticPage] = [
    DiagnosticPage(
      "ambiguous-not",
      "`not` before a condition with `for` or `within` can be read in two ways; parentheses say which is meant.",
      #"opp "A" when not raining for 1h"#),
    DiagnosticPage(
      "braces-around-clauses",
      "An Opp has no braces around its clauses: it ends where the next declaration begins.",
      #"opp "A" { when raining }"#),
    DiagnosticPage(
      "calculation-of-rows",
      "Arithmetic needs single values; an aggregate such as `sum` makes one of the rows of a table."
    ),
    DiagnosticPage(
      "changed-value",
      "A rule cannot change a value: it notifies or records."),
    DiagnosticPage(
      "comparison-chain",
      "Comparisons cannot be chained: a value between two others is written `x in a..b`.",
      #"opp "A" when 10C < temp < 20C"#),
    DiagnosticPage(
      "delayed-notification",
      "A notification is delivered when its Opp fires; a later one needs an event of its own."),
    DiagnosticPage(
      "duplicate-clause",
      "An Opp has each clause once; conditions are joined by `and`.",
      #"opp "A" when raining near "Kiel" near "Bonn""#),
    DiagnosticPage(
      "empty-interpolation",
      "Braces in a text hold an expression.",
      #"opp "A" when raining notify "It is {}.""#),
    DiagnosticPage(
      "equal-in-setting",
      "A setting is its name and its value, without `=` between them.",
      #"set zone = "UTC""#),
    DiagnosticPage(
      "file-too-large",
      "A file of rules has at most 16 MiB."),
    DiagnosticPage(
      "foreign-comment",
      "A comment begins with `//`.",
      #"opp "A" when raining # every one"#),
    DiagnosticPage(
      "foreign-document",
      "The file is a document of another kind, such as JSON or YAML."),
    DiagnosticPage(
      "foreign-operator",
      "Opp uses `and`, `or`, `not` and `==` in place of the operators of other languages.",
      #"opp "A" when raining && snowing"#),
    DiagnosticPage(
      "foreign-phrase",
      "A phrase of everyday English or of another language is written differently in Opp.",
      #"opp "A" when time between 12:00 and 13:00"#),
    DiagnosticPage(
      "foreign-quotes",
      "A text is written in straight double quotes.",
      "opp 'A' when raining"),
    DiagnosticPage(
      "hyphen-in-name",
      "A name consists of letters, digits and `_`; a hyphen is a minus sign."),
    DiagnosticPage(
      "imported-file",
      "All files together are one rule set, so nothing has to be imported."),
    DiagnosticPage(
      "interpolated-name",
      "The name of an Opp is fixed, so it has no braces.",
      #"opp "A {temp}" when raining"#),
    DiagnosticPage(
      "lone-brace",
      "A brace in a text is written twice.",
      #"opp "A" when raining notify "x } y""#),
    DiagnosticPage(
      "malformed-colour",
      "A colour is a name or `#RRGGBB`.",
      #"opp "A" when raining colour #FF"#),
    DiagnosticPage(
      "malformed-format",
      "After the `:` in a text come decimals, as `.1`, a unit, as `km`, or both, as `.1 km`.",
      #"opp "A" when raining notify "It is {temp:%.1f}.""#),
    DiagnosticPage(
      "malformed-number",
      "A number has at most one decimal point.",
      #"opp "A" when 1.2.3 > 2"#),
    DiagnosticPage(
      "malformed-pin",
      "A pin is two numbers, latitude first: `@48.4284,-123.3656`.",
      #"opp "A" when near @48.4"#),
    DiagnosticPage(
      "misplaced-clause",
      "A clause is written among the fields of a declaration."),
    DiagnosticPage(
      "missing-closing",
      "Parentheses, brackets and braces that are opened must be closed.",
      #"opp "A" when (raining"#),
    DiagnosticPage(
      "missing-comma",
      "Elements of a list, arguments and readings are separated by commas."),
    DiagnosticPage(
      "missing-expression",
      "An expression is missing here.",
      "let a ="),
    DiagnosticPage(
      "missing-let",
      "A name is given a value by `let`."),
    DiagnosticPage(
      "missing-name",
      "A declaration needs a name.",
      "opp when raining"),
    DiagnosticPage(
      "missing-outcome",
      "`expect` needs an outcome: `fires`, `quiet`, or a truth value."),
    DiagnosticPage(
      "missing-period",
      "`at most N` needs a period: `per day`, `per 2h`.",
      #"opp "A" when raining at most 3"#),
    DiagnosticPage(
      "missing-type",
      "Each field needs a type."),
    DiagnosticPage(
      "missing-word",
      "A word of the declaration is missing here."),
    DiagnosticPage(
      "misspelled-word",
      "The word is not in the language, but looks like one that is.",
      #"opp "A" wen raining"#),
    DiagnosticPage(
      "needless-word",
      "The word is not needed here.",
      #"opp "A" when the sky is sunny"#),
    DiagnosticPage(
      "nesting-too-deep",
      "Expressions can be nested some hundred levels deep at most."),
    DiagnosticPage(
      "no-remainder",
      "There is no operator for the remainder of a division."),
    DiagnosticPage(
      "not-a-clause",
      "No clause of an Opp begins like this."),
    DiagnosticPage(
      "not-a-declaration",
      "No declaration begins like this.",
      #"notify "x""#),
    DiagnosticPage(
      "not-a-step",
      "No step of a test begins like this.",
      #"test "rain" tomorrow"#),
    DiagnosticPage(
      "not-a-text",
      "The name of an Opp, and the text of a notification, is a text in double quotes."),
    DiagnosticPage(
      "nul-byte",
      "The file is not text."),
    DiagnosticPage(
      "partial-order",
      "The cases of an enum have `<` between all of them, the least first, or between none.",
      #"enum Level { low < medium, high }"#),
    DiagnosticPage(
      "pin-without-sign",
      "A pin begins with `@`.",
      "place home = 48.4284,-123.3656"),
    DiagnosticPage(
      "range-outside-in",
      "`a..b` is allowed only after `in`, and as the value of a setting.",
      "let a = 7am..9am == 7am"),
    DiagnosticPage(
      "row-name-without-where",
      "`as` gives a name to the row of a `where`, which is missing here."),
    DiagnosticPage(
      "single-equal",
      "Two values are compared by `==`.",
      #"opp "A" when sky = sunny"#),
    DiagnosticPage(
      "split-literal",
      "A quantity of several units is written without spaces: `1h30min`.",
      #"opp "A" when raining for 1h 30min"#),
    DiagnosticPage(
      "too-many-problems",
      "The file has so many problems that the rest is not shown."),
    DiagnosticPage(
      "typed-let",
      "A `let` takes its type from its value."),
    DiagnosticPage(
      "unexpected-character",
      "No word or sign of the language begins with this character.",
      #"opp "A" when temp ≥ 20C"#),
    DiagnosticPage(
      "unexpected-word",
      "The word does not fit here."),
    DiagnosticPage(
      "unit-apart",
      "A unit follows its number without a space.",
      #"opp "A" when temp > 20 C"#),
    DiagnosticPage(
      "unknown-escape",
      #"A backslash in a text is followed by `n`, `t`, `\`, `"` or `u{…}`."#),
    DiagnosticPage(
      "unknown-period",
      "A period is `hour`, `day`, `week`, `month` or a duration.",
      #"opp "A" when raining at most 3 per dya"#),
    DiagnosticPage(
      "unparenthesized-operand",
      "An operand that begins with a word such as `not` or `if` needs parentheses after an operator."
    ),
    DiagnosticPage(
      "unquoted-text",
      "A text is written in double quotes.",
      #"opp "A" when raining notify Take an umbrella"#),
    DiagnosticPage(
      "unterminated-text",
      #"A text must be closed with `"` on the line on which it begins."#,
      #"opp "A" when raining notify "x"#),
    DiagnosticPage(
      "window-outside-call",
      "`last D` and `next D` are allowed only as arguments of a function and after `within`.",
      #"opp "A" when last 1h > 2h"#),
    DiagnosticPage(
      "window-without-direction",
      "`within` needs a direction: `within last D` or `within next D`.",
      #"opp "A" when raining within 2h"#),
    DiagnosticPage(
      "radius-apart",
      "A radius is written behind the place that it belongs to: `near home within 3km`.",
      #"""
      place home = @48.42,-123.36
      opp "A" near home when raining within 3km
      """#),
  ]
}
