extension DiagnosticPage {
  /// Messages of the parser
  ///
  /// Sorted by code. Many are about forms of other languages and of everyday writing: `&&`, `=`, `'text'`, `20 C`.
  package static let syntax: [DiagnosticPage] = [
    DiagnosticPage(
      "ambiguous-not",
      "`not` before a hold or a comparison could belong to either; parentheses say which is meant.",
      #"opp "A" when not raining for 1h"#),
    DiagnosticPage(
      "braces-around-clauses",
      "An Opp has no braces around its clauses: it ends where the next declaration begins.",
      #"opp "A" { when raining }"#),
    DiagnosticPage(
      "calculation-of-rows",
      "Arithmetic takes single values; of the rows of a table, an aggregate makes one."),
    DiagnosticPage(
      "changed-value",
      "A rule changes no value: it is given what to say or to record."),
    DiagnosticPage(
      "comparison-chain",
      "Two comparisons in a row are not one: a value between two others is `x in a..b`.",
      #"opp "A" when 10C < temp < 20C"#),
    DiagnosticPage(
      "delayed-notification",
      "A notification is delivered at the second of its event; a later one is an event of its own."),
    DiagnosticPage(
      "duplicate-clause",
      "Each clause stands once in an Opp; conditions are joined by `and`.",
      #"opp "A" when raining when snowing"#),
    DiagnosticPage(
      "empty-interpolation",
      "Braces in a text hold an expression.",
      #"opp "A" when raining notify "It is {}.""#),
    DiagnosticPage(
      "equal-in-setting",
      "A setting is its name and its value, without a sign between.",
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
      "Opp writes `and`, `or`, `not` and `==` for the signs of other languages.",
      #"opp "A" when raining && snowing"#),
    DiagnosticPage(
      "foreign-phrase",
      "Everyday words and those of other languages have a form of their own here.",
      #"opp "A" when time between 12:00 and 13:00"#),
    DiagnosticPage(
      "foreign-quotes",
      "A text is put in straight double quotes.",
      "opp 'A' when raining"),
    DiagnosticPage(
      "hyphen-in-name",
      "A name has letters, digits and `_`; a hyphen is a minus."),
    DiagnosticPage(
      "imported-file",
      "All files together are one rule set: nothing is imported."),
    DiagnosticPage(
      "interpolated-name",
      "The name of an Opp is fixed: no braces in it.",
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
      "malformed-number",
      "A number has one point at most.",
      #"opp "A" when 1.2.3 > 2"#),
    DiagnosticPage(
      "malformed-pin",
      "A pin is two numbers, latitude first: `@48.4284,-123.3656`.",
      #"opp "A" when near @48.4"#),
    DiagnosticPage(
      "misplaced-clause",
      "A clause of an Opp stands among the fields of a declaration."),
    DiagnosticPage(
      "missing-closing",
      "What was opened has to be closed: parentheses, brackets, braces.",
      #"opp "A" when (raining"#),
    DiagnosticPage(
      "missing-comma",
      "Elements of a list, arguments and readings have commas between."),
    DiagnosticPage(
      "missing-expression",
      "An expression is missing here.",
      "let a ="),
    DiagnosticPage(
      "missing-let",
      "A name gets its value by `let`."),
    DiagnosticPage(
      "missing-name",
      "A declaration has a name.",
      "opp when raining"),
    DiagnosticPage(
      "missing-outcome",
      "`expect` says what happens: `fires`, `quiet`, or a truth."),
    DiagnosticPage(
      "missing-period",
      "`at most N` has a period: `per day`, `per 2h`.",
      #"opp "A" when raining at most 3"#),
    DiagnosticPage(
      "missing-type",
      "Each field has a type."),
    DiagnosticPage(
      "missing-word",
      "A word of the declaration is missing here."),
    DiagnosticPage(
      "misspelled-word",
      "The word is none of the language, and nearly one.",
      #"opp "A" wen raining"#),
    DiagnosticPage(
      "needless-word",
      "The word is not needed here.",
      #"opp "A" when the sky is sunny"#),
    DiagnosticPage(
      "nesting-too-deep",
      "Expressions lie at most some hundred deep in each other."),
    DiagnosticPage(
      "no-remainder",
      "There is no operator for the remainder of a division."),
    DiagnosticPage(
      "not-a-clause",
      "What stands here begins no clause of an Opp."),
    DiagnosticPage(
      "not-a-declaration",
      "What stands here begins no declaration.",
      #"notify "x""#),
    DiagnosticPage(
      "not-a-step",
      "What stands here begins no step of a test."),
    DiagnosticPage(
      "not-a-text",
      "The name of an Opp, and the text of a notification, is a text in double quotes."),
    DiagnosticPage(
      "nul-byte",
      "The file is no text."),
    DiagnosticPage(
      "pin-without-sign",
      "A pin begins with `@`.",
      "place home = 48.4284,-123.3656"),
    DiagnosticPage(
      "range-outside-in",
      "`a..b` stands behind `in`, and as the value of a setting.",
      "let a = 7am..9am == 7am"),
    DiagnosticPage(
      "row-name-without-where",
      "`as` names the rows of a `where`."),
    DiagnosticPage(
      "single-equal",
      "Two values are compared by `==`.",
      #"opp "A" when sky = sunny"#),
    DiagnosticPage(
      "split-literal",
      "A quantity of several units is written without spaces: `1h30m`.",
      #"opp "A" when raining for 1h 30min"#),
    DiagnosticPage(
      "too-many-problems",
      "So many problems were found that the rest is not shown."),
    DiagnosticPage(
      "typed-let",
      "A `let` takes its type from its value."),
    DiagnosticPage(
      "unexpected-character",
      "The character begins no word.",
      #"opp "A" when temp ≥ 20C"#),
    DiagnosticPage(
      "unexpected-word",
      "The word does not fit here."),
    DiagnosticPage(
      "unit-apart",
      "A unit touches its number.",
      #"opp "A" when temp > 20 C"#),
    DiagnosticPage(
      "unknown-escape",
      #"A backslash in a text stands before `n`, `t`, `\`, `"` or `u{…}`."#),
    DiagnosticPage(
      "unknown-period",
      "A period is `hour`, `day`, `week`, `month` or a duration.",
      #"opp "A" when raining at most 3 per dya"#),
    DiagnosticPage(
      "unparenthesized-operand",
      "A word such as `not` or `if` behind an operator needs parentheses."),
    DiagnosticPage(
      "unquoted-text",
      "A text is put in double quotes.",
      #"opp "A" when raining notify Take one"#),
    DiagnosticPage(
      "unterminated-text",
      #"A text ends on its line with `"`."#,
      #"opp "A" when raining notify "x"#),
    DiagnosticPage(
      "window-outside-call",
      "`last D` and `next D` are arguments of a function, or stand behind `within`.",
      #"opp "A" when last 1h > 2h"#),
    DiagnosticPage(
      "window-without-direction",
      "`within` says where it looks: `within last D` or `within next D`.",
      #"opp "A" when raining within 2h"#),
  ]
}
