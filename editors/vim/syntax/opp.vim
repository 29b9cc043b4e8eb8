" Words of clauses are names where no operand follows them: so the compiler reads them, too.
if exists('b:current_syntax')
  finish
endif

let s:infix = 'and|or|is|in|then|else|within|for|last|next|since|each|where|as|otherwise|contains|until|starts'
let s:operand = '%(\s+%(["[@#(0-9]|-[0-9A-Za-z_(]|%(%(' . s:infix . ')>)@![A-Za-z_])|["[@]|\s*%(//.*)?$)@='
let s:clauses = 'on|when|notify|to|with|record|colour|again|snooze|expires|urgent|disabled|fresh|cost|by|given|expect'
      \ . '|entering|leaving|every|at|of|per'
let s:declarations = 'place|let|enum|source|table|set|connect|test|chart|opp'

" Names
syn match oppName '\<\h\w*\>'
syn match oppFunction '\<\h\w*\ze\s*('
exe 'syn match oppBuiltin ''\v<%(any|none|all|count|sum|min|max|average|first|distinct|change|total|travelled|increase|times|ago|age|gaps|began|last_change|known|'
      \ . 'distance|mod|abs|round|floor|ceil|sqrt|exp|ln|lower|upper|length)>\ze\s*\('''
syn match oppType '\%(:\s*\[*\)\@<=\u\w*'
exe 'syn match oppBuiltinType ''\v%(:\s*\[*)@<=<%(Bool|Number|Percent|Text|Duration|Length|Speed|Temperature|'
      \ . 'TemperatureDifference|Pressure|TimeOfDay|Date|Instant|Weekday|Month|Position|Place|Colour|'
      \ . 'Angle|Elevation|Power|Energy|Voltage|Current|Mass|Volume|Concentration|Density|Illuminance)>'''
exe 'syn match oppCase ''\v<%(mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|red|amber|'
      \ . 'green|blue|violet|clear|sunny|cloudy|rainy|drizzle|thunderstorm|stormy|snowy|mist|fog|foggy|haze|'
      \ . 'smoke|dust|sand|ash|squall|tornado)>'''
" `sun` is a source, and a weekday beside another one or an operator
syn match oppCase '\v%(\.\.|[=!]\=\s*|<is\s+|[[,]\s*)@<=<sun>%(\s*[.(])@!|<sun>%(\.\.)@='

" Words
syn match oppOperator '\v<%(and|or|not|is|in|contains|until|otherwise)>|<%(starts|ends)\s+with>'
syn match oppConditional '\v<%(if|then|else)>'
syn match oppKeyword '\v<%(near|within|for|last|next|since|each|where|as)>|<any>\ze\s*[^( ]'
syn match oppBoolean '\v<%(true|false)>'
exe 'syn match oppKeyword ''\v<%(' . s:clauses . ')>' . s:operand . ''''
exe 'syn match oppDeclaration ''\v^\s*%(' . s:declarations . ')>' . s:operand . ''''
syn match oppKeyword '\v<at\s+most%(\s+once)?>|<at\s+least>\ze\s+-?\d|<exactly>\ze\s+-?\d|%(\d\s)@<=of>|%([A-Za-z0-9_)]\s)@<=descending>|<fresh\s+for>|<per\s+%(hour|day|week|month|year)>|<again\s+every>|%(<in\s)@<=all>\ze\s*%($|//|\a)|<%(address|answer)\ze\s*"|<no\ze\s+\h\w*\s*%([{,]|$|//|at>|given>|expect>)|<with\ze\s*\{'
syn match oppKeyword '\v%([A-Za-z0-9_)]\s)@<=%(added|removed|begins|ends|changes)>\ze\s*%($|//|or>|%(on|when|notify|from|to)>)|%([A-Za-z0-9_)]\s)@<=%(begins|ends)>\ze\s*[-+]\s*\d|%([A-Za-z0-9_)]\s)@<=changes>\ze\s*[,)]|%(changes\s|\d%([a-z]|min)\s)@<=from>'
syn match oppKeyword '\v%(["A-Za-z0-9_]\s)@<=%(fires|quiet|unknown)>\ze\s*%($|//|with>|at>|given>|expect>)'
syn match oppMark '[-+*/<>=|]\|!=\|\.\.'

" What stands before `:` and behind `.` is a name, whatever its word
syn match oppField '\<\h\w*\ze\s*:'
syn match oppField '\.\@<!\.\s*\h\w*'

" Literals: units, times, dates, pins and colours
syn match oppNumber '\v<\d%(_?\d)*%(\.\d%(_?\d)*)?' nextgroup=oppUnit
syn match oppUnit '\v%(\%|[uµ]g\/m3>|°?[A-Za-z]+%(/%(s|min|h|d)>)?)' contained nextgroup=oppMore
syn match oppMore '\v\d%(_?\d)*%(\.\d+)?' contained nextgroup=oppUnit
syn match oppTime '\v<\d\d?%(:\d\d)+%([ap]m)?>|<\d\d?[ap]m>'
syn match oppTime '\v<\d{4}-\d\d-\d\d%(T[0-9:]+%(Z|[-+]\d\d:\d\d)?)?>'
syn match oppTime '\v\@-?\d+%(\.\d+)?, ?-?\d+%(\.\d+)?'
syn match oppColour '#\x\{6}\>'

" Texts end on their line; braces in them hold expressions, and these texts
syn region oppText start='"' end='"\|$' oneline contains=oppEscape,oppInterpolation
syn match oppEscape '\v\\["\\nt]|\\u\{\x+\}|\{\{|\}\}' contained
syn region oppInterpolation matchgroup=oppDelimiter start='{{\@!' end='}\|$' contained oneline contains=TOP
syn match oppComment '//.*$' contains=@Spell,oppTodo
syn match oppDocumentation '////\@!.*$' contains=@Spell
syn keyword oppTodo TODO FIXME contained

hi def link oppFunction Function
hi def link oppBuiltin Function
hi def link oppType Type
hi def link oppBuiltinType Type
hi def link oppCase Constant
hi def link oppOperator Operator
hi def link oppMark Operator
hi def link oppConditional Conditional
hi def link oppKeyword Keyword
hi def link oppDeclaration Structure
hi def link oppBoolean Boolean
hi def link oppField Identifier
hi def link oppNumber Number
hi def link oppMore Number
hi def link oppUnit Type
hi def link oppTime Number
hi def link oppColour Constant
hi def link oppText String
hi def link oppEscape SpecialChar
hi def link oppDelimiter Delimiter
hi def link oppComment Comment
hi def link oppDocumentation SpecialComment
hi def link oppTodo Todo

let b:current_syntax = 'opp'
