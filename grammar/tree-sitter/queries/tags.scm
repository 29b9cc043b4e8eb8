(opp_declaration
  name: (plain_text) @name) @definition.function

(test_declaration
  name: (plain_text) @name) @definition.test

(chart_declaration
  name: (plain_text) @name) @definition.constant

(place_declaration
  name: (identifier) @name) @definition.constant

(let_declaration
  name: (identifier) @name
  !parameters) @definition.constant

(let_declaration
  name: (identifier) @name
  parameters: (_)) @definition.function

(enum_declaration
  name: (identifier) @name) @definition.type

(enum_case
  name: (identifier) @name) @definition.constant

(source_declaration
  name: (identifier) @name) @definition.module

(table_declaration
  name: (identifier) @name) @definition.module

(call_expression
  function: (identifier) @name) @reference.call

(expect_action
  opp: (plain_text) @name) @reference.call

(connect_declaration
  name: (identifier) @name) @reference.module
