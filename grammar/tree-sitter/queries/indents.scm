[
  (opp_declaration)
  (test_declaration)
  (chart_declaration)
  (test_step)
  (when_clause)
  (notify_clause)
  (on_clause)
  (let_declaration)
  (of_clause)
  (given_action)
  (enum_cases)
  (fields)
  (values)
  (parameters)
  (arguments)
  (list)
  (parenthesized_expression)
] @indent.begin

[
  "}"
  ")"
  "]"
] @indent.branch @indent.end

[
  (comment)
  (doc_comment)
] @indent.auto
