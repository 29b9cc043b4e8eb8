[
  (opp_declaration)
  (test_declaration)
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
