; Made by Tests/Grammars/helix.py from grammar/tree-sitter/queries/highlights.scm

; Each node has captures of one pattern only: of several, some editors take the first and some the last.

; Names

([
  (place_declaration value: (identifier) @variable)
  (let_declaration value: (identifier) @variable)
  (let_declaration value: (list (identifier) @variable))
  (parameter default: (identifier) @variable)
  (freshness value: (identifier) @variable)
  (cost value: (identifier) @variable)
  (set_declaration value: (identifier) @variable)
  (set_declaration value: (list (identifier) @variable))
  (for_each_clause rows: (identifier) @variable)
  (for_each_clause rows: (list (identifier) @variable))
  (on_clause (identifier) @variable)
  (changes_event (identifier) @variable)
  (place_event place: (identifier) @variable)
  (every_event (identifier) @variable)
  (when_clause condition: (identifier) @variable)
  (near_clause place: (identifier) @variable)
  (near_clause duration: (identifier) @variable)
  (latch_expression (identifier) @variable)
  (notify_clause message: (identifier) @variable)
  (recipient (identifier) @variable)
  (recipient (list (identifier) @variable))
  (payload (values (field_value value: (identifier) @variable)))
  (record_clause values: (values (field_value value: (identifier) @variable)))
  (field_value value: (list (identifier) @variable))
  (colour_clause value: (identifier) @variable)
  (period (identifier) @variable)
  (of_clause value: (identifier) @variable)
  (again_clause value: (identifier) @variable)
  (snooze_clause value: (identifier) @variable)
  (expires_clause value: (identifier) @variable)
  (test_step time: (identifier) @variable)
  (given_reading left: (identifier) @variable)
  (given_reading right: (list (identifier) @variable))
  (expect_action key: (identifier) @variable)
  (expect_action message: (identifier) @variable)
  (filter_expression rows: (identifier) @variable)
  (filter_expression condition: (identifier) @variable)
  (mapping_expression rows: (identifier) @variable)
  (mapping_expression value: (identifier) @variable)
  (ordering_expression rows: (identifier) @variable)
  (ordering_expression key: (identifier) @variable)
  (conditional_expression (identifier) @variable)
  (window_expression (identifier) @variable)
  (unary_expression operand: (identifier) @variable)
  (binary_expression left: (identifier) @variable)
  (binary_expression left: (list (identifier) @variable))
  (binary_expression
    operator: ["or" "and" "<" "<=" ">" ">=" "contains" "+" "-" "*" "/" "otherwise" "in"]
    right: (identifier) @variable)
  (range start: (identifier) @variable)
  (field_expression object: (identifier) @variable)
  (field_expression object: (list (identifier) @variable))
  (argument value: (identifier) @variable)
  (argument value: (list (identifier) @variable))
  (list (list (identifier) @variable))
  (span (identifier) @variable)
  (parenthesized_expression (identifier) @variable)
  (parenthesized_expression (list (identifier) @variable))
  (radius distance: (identifier) @variable)
  (near_expression place: (identifier) @variable)
  (nearest_place category: (identifier) @variable)
  (counted_expression conditions: (identifier) @variable)
  (counted_expression conditions: (list (identifier) @variable))
  (interpolation (identifier) @variable)
]
  (#not-match? @variable
    "^(mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|red|amber|green|blue|violet|clear|sunny|cloudy|rainy|drizzle|thunderstorm|stormy|snowy|mist|fog|foggy|haze|smoke|dust|sand|ash|squall|tornado)$"))

; Cases of the prelude

((identifier) @constant
  (#any-of? @constant
    "mon" "tue" "wed" "thu" "fri" "sat" "jan" "feb" "mar" "apr" "may" "jun" "jul" "aug" "sep" "oct"
    "nov" "dec" "red" "amber" "green" "blue" "violet" "clear" "sunny" "cloudy" "rainy" "drizzle"
    "thunderstorm" "stormy" "snowy" "mist" "fog" "foggy" "haze" "smoke" "dust" "sand" "ash" "squall"
    "tornado"))

; `sun` is a source, too

((range
  end: (identifier) @constant)
  (#eq? @constant "sun"))

((range
  end: (identifier) @variable)
  (#not-match? @variable
    "^(sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|red|amber|green|blue|violet|clear|sunny|cloudy|rainy|drizzle|thunderstorm|stormy|snowy|mist|fog|foggy|haze|smoke|dust|sand|ash|squall|tornado)$"))

; A name alone right of `==` is most often the case of an enum, and so are those in a list right of `in`

(binary_expression
  operator: ["==" "!=" "is"]
  right: (identifier) @constant)

(binary_expression
  operator: "in"
  right: (list (identifier) @constant))

(given_reading
  right: (identifier) @constant)

(given_address
  right: (identifier) @constant)

(given_answer
  right: (identifier) @constant)

(given_row
  values: (values (field_value value: (identifier) @constant)))

(given_no_row
  values: (values (field_value value: (identifier) @constant)))

; Declarations

(place_declaration
  name: (identifier) @variable)

(let_declaration
  name: (identifier) @variable
  !parameters)

(let_declaration
  name: (identifier) @function
  parameters: (_))

(parameter
  name: (identifier) @variable.parameter)

(for_each_clause
  name: (identifier) @variable)

(filter_expression
  name: (identifier) @variable)

(mapping_expression
  name: (identifier) @variable)

(ordering_expression
  name: (identifier) @variable)

(enum_declaration
  name: (identifier) @type)

(enum_case
  name: (identifier) @constant)

(source_declaration
  name: (identifier) @namespace)

(table_declaration
  name: (identifier) @namespace)

(connect_declaration
  name: (identifier) @namespace
  connector: (identifier) @function)

(record_clause
  table: (identifier) @namespace)

(given_row
  table: (identifier) @namespace)

(given_no_row
  table: (identifier) @namespace)

(row_event
  table: (identifier) @namespace)

(set_declaration
  name: (identifier) @variable.other.member)

(field
  name: (identifier) @variable.other.member)

(key
  (identifier) @variable.other.member)

((type
  (identifier) @type)
  (#not-match? @type
    "^(Bool|Number|Percent|Text|Duration|Length|Speed|Temperature|TemperatureDifference|Pressure|TimeOfDay|Date|Instant|Weekday|Month|Position|Place|Colour|Angle|Elevation|Power|Energy|Voltage|Current|Mass|Volume|Concentration|Density|Illuminance)$"))

((type
  (identifier) @type.builtin)
  (#any-of? @type.builtin
    "Bool" "Number" "Percent" "Text" "Duration" "Length" "Speed" "Temperature" "TemperatureDifference"
    "Pressure" "TimeOfDay" "Date" "Instant" "Weekday" "Month" "Position" "Place" "Colour"
    "Angle" "Elevation" "Power" "Energy" "Voltage" "Current" "Mass" "Volume" "Concentration" "Density" "Illuminance"))

; Names of Opps, tests and charts

(opp_declaration
  name: (plain_text) @string.special)

(test_declaration
  name: (plain_text) @string.special)

(chart_declaration
  name: (plain_text) @string.special)

(expect_action
  opp: (plain_text) @string.special)

; Expressions

((call_expression
  function: (identifier) @function)
  (#not-match? @function
    "^(any|none|all|count|sum|min|max|average|first|distinct|change|total|travelled|increase|times|ago|age|gaps|began|last_change|known|distance|mod|abs|round|floor|ceil|sqrt|exp|ln|lower|upper|length)$"))

((call_expression
  function: (identifier) @function.builtin)
  (#any-of? @function.builtin
    "any" "none" "all" "count" "sum" "min" "max" "average" "first" "distinct" "change" "total" "travelled" "increase" "times" "ago" "age" "gaps" "began" "last_change"
    "known" "distance" "mod" "abs" "round" "floor" "ceil" "sqrt" "exp" "ln" "lower" "upper" "length"))

(field_expression
  field: (identifier) @variable.other.member)

(field_value
  name: (identifier) @variable.other.member)

(argument
  name: (identifier) @variable.parameter)

(entry
  key: (text) @variable.other.member)

; Literals

(number) @constant.numeric

(unit) @type.unit

[
  (time)
  (date)
  (instant)
  (pin)
] @constant.numeric

(colour) @constant

(boolean) @constant.builtin.boolean

(period [
  "hour"
  "day"
  "week"
  "month"
  "year"
] @type.unit)

; Texts

(text
  "\"" @string)

(text
  (text_content) @string)

(escape_sequence) @constant.character.escape

(interpolation
  [
    "{"
    "}"
  ] @punctuation.special)

(format) @string.special

; Words

[
  "place"
  "let"
  "enum"
  "source"
  "table"
  "set"
  "connect"
  "test"
  "chart"
  "opp"
  "fresh"
  "cost"
  "by"
  "on"
  "when"
  "notify"
  "to"
  "with"
  "record"
  "colour"
  "at"
  "most"
  "least"
  "exactly"
  "of"
  "descending"
  "once"
  "per"
  "all"
  "again"
  "every"
  "snooze"
  "expires"
  "urgent"
  "disabled"
  "entering"
  "leaving"
  "added"
  "removed"
  "begins"
  "ends"
  "changes"
  "from"
  "given"
  "no"
  "address"
  "answer"
  "expect"
  "fires"
  "quiet"
  "unknown"
  "near"
  "within"
  "last"
  "next"
  "since"
  "each"
  "where"
  "as"
  "any"
] @keyword

"for" @keyword

[
  "if"
  "then"
  "else"
] @keyword.control.conditional

[
  "and"
  "or"
  "not"
  "is"
  "in"
  "contains"
  "starts"
  "until"
  "otherwise"
] @keyword.operator

; Marks

[
  "=="
  "!="
  "<"
  "<="
  ">"
  ">="
  "+"
  "*"
  "/"
  "="
  ".."
  "|"
] @operator

(binary_expression
  operator: "-" @operator)

(unary_expression
  operator: "-" @operator)

(number
  "-" @constant.numeric)

[
  "("
  ")"
  "["
  "]"
] @punctuation.bracket

(enum_cases [
  "{"
  "}"
] @punctuation.bracket)

(fields [
  "{"
  "}"
] @punctuation.bracket)

(values [
  "{"
  "}"
] @punctuation.bracket)

[
  ","
  ":"
  "."
] @punctuation.delimiter

; Comments

(comment) @comment.line

(doc_comment) @comment.block.documentation
