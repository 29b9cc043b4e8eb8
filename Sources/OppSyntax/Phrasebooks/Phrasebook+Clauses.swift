extension Phrasebook {
  /// Clauses in words of English and of services that connect others
  static let clauses = """
    if $$c then notify => opp "Rule" when $c notify => when $c notify
    if $$c notify => opp "Rule" when $c notify => when $c notify
    when $$c then notify => opp "Rule" when $c notify
    opp $$c => opp $c:quoted
    send|sends|push [me|us] [a|an] email|sms|push|text|notification|message|alert [:] => notify
    email|text|sms|call me [:] => notify
    let me know [:] => notify
    notify me that [:] => notify
    notify with|by|using message|text [:] => notify
    but only if|when|while => and => when
    only if|when|while => when => and
    provided|given that => when => and
    as long as => when => and
    in case => when
    except if|when $$c => when not ($c) => and not ($c)
    via|through|using|over [my|the] $w => to "$w:small"
    by email => to "email"
    by sms => to "sms"
    by telegram => to "telegram"
    when new $w arrives|appears|comes [in] => for each $w in $w:table on $w added
    when [a|an] new $w is added|created => for each $w in $w:table on $w added
    to : $x => to $x
    connect notifications to $m for|to "$s" => connect notifications("$s") to $m
    [with] priority [:|=] high|urgent|critical|emergency|max|highest|1 => urgent
    [with] priority [:|=] " high|urgent|critical|emergency|max " => urgent
    [with] high|highest|top|urgent|critical priority => urgent
    [with] priority [:|=] low|normal|default|medium =>
    with sound|vibration =>
    important|importance [:|=|high] high => urgent
    important|critical|urgently|immediately => urgent
    urgent = true => urgent
    urgent : true => urgent
    on [a] new $w in|on|to [the|my] $w2 => for each $w in $w2 on $w added => for each $w in $w:table on $w added
    on [a] new $w => on $w added => for each $w in $w:table on $w added
    on|when [@the] [new] row|item|entry|record [is] added to|in|into [@the] $w => on row added => for each $w:row in $w on row added => for each row in $w on row added
    on|when [@the] row|item|entry|record [is] removed|deleted from|in [@the] $w => on row removed => for each $w:row in $w on row removed => for each row in $w on row removed
    on|when added|inserted|insert|add to|into [@the] $w => on row added => for each $w:row in $w on row added => for each row in $w on row added
    on|when removed|deleted|delete|remove from [@the] $w => on row removed => for each $w:row in $w on row removed => for each row in $w on row removed
    on new row|item|entry|record in|to [@the] $w => on row added => for each $w:row in $w on row added => for each row in $w on row added
    on $w row added => for each $w:row in $w on row added
    on $w row removed => for each $w:row in $w on row removed
    on $w removed => for each $w:row in $w on row removed
    on [a] new $w is added|created => on $w added => for each $w in $w:table on $w added
    on $w is added|created|inserted => on $w added => for each $w in $w:table on $w added
    on $w created|inserted|appears => on $w added => for each $w in $w:table on $w added
    on $w is removed|deleted => on $w removed => for each $w in $w:table on $w removed
    on $w deleted|disappears => on $w removed => for each $w in $w:table on $w removed
    on $w completed|finished|done|complete => on $w.done => for each $w in $w:table on $w.done
    on $w is completed|finished|done => on $w.done => for each $w in $w:table on $w.done
    on $w paid => on $w.paid => for each $w in $w:table on $w.paid
    on [every|each|any|a] $w added => for each $w:row in $w on row added => for each $w in $w:table on $w added
    on $d before [the|an|each|my] event|meeting|appointment starts|begins => on event begins - $d
    $d before [the|an|each|my|every] event|meeting|appointment starts|begins => on event begins - $d
    $d before [the|an|each|my|every] event|meeting|appointment => on event begins - $d
    $d after [the|an|each|my|every] event|meeting|appointment ends|finishes => on event ends + $d
    $d after [the|an|each|my|every] event|meeting|appointment starts|begins => on event begins + $d
    on event|meeting|appointment starts => on event begins
    on event|meeting|appointment finishes => on event ends
    on [the] start of [the|each|every] event|meeting => on event begins
    notify . $w $m => notify $m
    remind me at|on $t $m => on $t notify $m
    remind me at|on $t to $$c => on $t notify "$c"
    remind me to $$c at|on $t => on $t notify "$c"
    remind me [to|that|about] $m => notify $m
    notify "$s" $t => notify $t to "$s" || notify "$s: $t:inner"
    notify "$s" , $t => notify "$s: $t:inner"
    notify $x . => notify $x
    notify $x ! => notify $x
    notify : $x => notify $x
    notify ( $x ) => notify $x
    notify = $x => notify $x
    do not repeat => at most once
    one time only => at most once
    just once => at most once
    [only] once [a|per|every] $w => at most once per $w
    [only] one time a|per $w => at most once per $w
    not more often than [once] [every|per|a] $w => at most once per $w
    not more often than every $d => at most once per $d
    max|maximum [once] every|per $d => at most once per $d
    limit [to] once [a|per|every] $w => at most once per $w
    limit [to] $n per|a $w => at most $n per $w
    limit : $n per|a $w => at most $n per $w
    at most once every $d => at most once per $d
    at most once in all [per|a] $w => at most once per $w in all
    at most $n in all [per|a] $w => at most $n per $w in all
    at most every $d for $d2 => again every $d for $d2
    at most every $d => at most once per $d
    again every $d at most $d2 => again every $d for $d2
    or when|on|if => or
    and when|if => and
    near ( $w , $n ) => near $w within $n
    near $w , $n => near $w within $n
    at most 1 per $w => at most once per $w
    wait|pause $d between notifications => at most once per $d
    repeat [it] every $d => again every $d
    remind [me] again every|after|in $d => again every $d
    and again every|after $d => again every $d
    until i answer|confirm|acknowledge =>
    snooze [for] $d => snooze $d
    ignore for $d => snooze $d
    disabled : true => disabled
    enabled : false => disabled
    enabled : true =>
    disabled = true => disabled
    enabled = false => disabled
    enabled = true =>
    expire|expires after|in $d => expires $d
    valid for $d => expires $d
    every $d between $o1 and $o2 => on every $d when time in $o1..$o2
    every $d from $o1 to|until|till $o2 => on every $d when time in $o1..$o2
    enum $w [ $$c ] => enum $w { $c }
    enum $w ( $$c ) => enum $w { $c }
    enum $w = $w1 BAR $w2 => enum $w { $w1, $w2 }
    enum $w = $w1 BAR $w2 BAR $w3 => enum $w { $w1, $w2, $w3 }
    enum $w = $w1 , $w2 => enum $w { $w1, $w2 }
    enum $w = $w1 , $w2 , $w3 => enum $w { $w1, $w2, $w3 }
    opp ( $t ) => opp $t
    leaving from|at|of [the|my] $w => leaving $w
    entering to|into|in|at [the|my] $w => entering $w
    every hour => every 1h
    every minute => every 1min
    on every|each $w => on 8:00 when weekday == $w:weekday
    before $w $d => $w - $d
    after $w $d => $w + $d
    with each|every $w in => for each $w in
    and then =>
    and snooze => snooze
    and record => record
    and again => again
    and|or|&& notify => notify
    when count ( $$c ) notify => when any($c) notify
    when $w where $$c notify => when any($w where $c) notify
    for [each|all] $w whose|where $$c notify => when any($w where $c) notify
    for each $w of $w2 => for each $w in $w2
    for|foreach $w of $w2 => for each $w in $w2
    for each $w2 where $$c => for each row in $w2 where $c
    """
}
