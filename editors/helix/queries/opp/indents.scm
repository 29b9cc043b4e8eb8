[
  (opp_declaration)
  (test_declaration)
  (chart_declaration)
  (test_step)
  (enum_cases)
  (fields)
  (values)
  (parameters)
  (arguments)
  (list)
] @indent

[
  "}"
  ")"
  "]"
] @outdent
