" :compiler opp, then :make checks the rules of the folder and fills the list of errors
if exists('current_compiler')
  finish
endif
let current_compiler = 'opp'

" The help and the notes below the frame of a message are lines of its text
CompilerSet makeprg=opp\ check\ --format\ text\ .
CompilerSet errorformat=%Eerror:\ %m,%Wwarning:\ %m,%Wstyle:\ %m,%Inote:\ %m,
      \%C\ %#┌─\ %f:%l:%c,%C\ %#=\ %m,%C\ %#│%.%#,%C%\\d%\\+\ │%.%#,%Z,%-G%.%#
