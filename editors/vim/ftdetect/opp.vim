autocmd BufRead,BufNewFile *.opp setfiletype opp
