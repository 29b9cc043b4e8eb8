if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:///,:// commentstring=//\ %s
setlocal shiftwidth=2 softtabstop=2 expandtab
setlocal formatoptions-=t formatoptions+=croql
setlocal suffixesadd=.opp
if executable('opp')
  setlocal formatprg=opp\ fmt\ -
  compiler opp
endif

let b:undo_ftplugin = 'setlocal comments< commentstring< shiftwidth< softtabstop< expandtab< formatoptions<'
      \ . ' suffixesadd< formatprg< makeprg< errorformat<'
