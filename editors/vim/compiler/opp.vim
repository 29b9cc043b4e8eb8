" :compiler opp, then :make checks the rules of the folder and fills the list of errors
if exists('current_compiler')
  finish
endif
let current_compiler = 'opp'

CompilerSet makeprg=opp\ check\ --format\ github\ .
CompilerSet errorformat=::%trror\ file=%f\\,line=%l\\,col=%c\\,%.%#::%m,
      \::%tarning\ file=%f\\,line=%l\\,col=%c\\,%.%#::%m,%-G%.%#
