(opp_declaration) @function.around
(test_declaration) @test.around
(source_declaration body: (_) @class.inside) @class.around
(table_declaration body: (_) @class.inside) @class.around
(enum_declaration body: (_) @class.inside) @class.around
(parameter) @parameter.inside
(argument) @parameter.inside
(comment) @comment.inside
(comment)+ @comment.around
