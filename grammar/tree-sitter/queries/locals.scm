; Scopes

[
  (source_file)
  (opp_declaration)
  (chart_declaration)
  (filter_expression)
  (mapping_expression)
  (ordering_expression)
  (let_declaration
    parameters: (_))
] @local.scope

; Definitions

(place_declaration
  name: (identifier) @local.definition.var)

(let_declaration
  name: (identifier) @local.definition.var
  !parameters)

(let_declaration
  name: (identifier) @local.definition.function
  parameters: (_))

(parameter
  name: (identifier) @local.definition.parameter)

(enum_declaration
  name: (identifier) @local.definition.type)

(enum_case
  name: (identifier) @local.definition.constant)

(source_declaration
  name: (identifier) @local.definition.namespace)

(table_declaration
  name: (identifier) @local.definition.namespace)

(for_each_clause
  name: (identifier) @local.definition.var)

(filter_expression
  name: (identifier) @local.definition.var)

(mapping_expression
  name: (identifier) @local.definition.var)

(ordering_expression
  name: (identifier) @local.definition.var)

; References

(identifier) @local.reference
