(opp_declaration "opp" @context name: (_) @name) @item
(chart_declaration "chart" @context name: (_) @name) @item
(test_declaration "test" @context name: (_) @name) @item
(place_declaration "place" @context name: (_) @name) @item
(let_declaration "let" @context name: (_) @name) @item
(enum_declaration "enum" @context name: (_) @name) @item
(source_declaration "source" @context name: (_) @name) @item
(table_declaration "table" @context name: (_) @name) @item
