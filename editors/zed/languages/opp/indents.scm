(_ "{" "}" @end) @indent
(_ "(" ")" @end) @indent
(_ "[" "]" @end) @indent
(opp_declaration) @indent
(chart_declaration) @indent
