extension Phrasebook {
  /// Conditions and aggregates of rows, as other languages say them
  static let rows = """
    when $w . $w2 $q $v => when any($w where $w2 $q $v)
    any|exists ( $w . $w2 $q $v ) => any($w where $w2 $q $v)
    none ( $w . $w2 $q $v ) => none($w where $w2 $q $v)
    all|every ( $w . $w2 $q $v ) => all($w each $w2 $q $v)
    count ( $w . $w2 $q $v ) => count($w where $w2 $q $v)
    $w $q $n => count($w) $q $n
    $w == [ ] => none($w)
    $w != [ ] => any($w)
    count|len|length|size ( * ) => count($table)
    count ( * ) of|from|in $w => count($w)
    count ( $w . * ) => count($w)
    count ( * where $$c ) => count($table where $c)
    sum|total ( $w ) => sum($table each $w)
    average|avg|mean ( $w ) => average($table each $w)
    max|maximum ( $w ) => max($table each $w)
    min|minimum ( $w ) => min($table each $w)
    count|number $w where $$c $q $n => count($w where $c) $q $n
    [the] number|count of $w where $$c $q $n => count($w where $c) $q $n
    count ( $w ) where $$c $q $n => count($w where $c) $q $n
    $f ( $w with|when|if|which|that|having|whose|such [that] [are|is] $$c ) => $f($w where $c)
    $f ( $w BAR $$c ) => $f($w where $c)
    $f ( $w : $$c ) => $f($w where $c)
    $f ( $w ; $$c ) => $f($w where $c)
    $f ( not $w2 $w ) => $f($w where not $w2)
    $f ( $w2 $w ) => $f($w where $w2) => $f($w where not $w2:un)
    $f ( $w2 in $w : $$c ) => $f($w as $w2 where $c)
    $f ( $w2 in $w , $$c ) => $f($w as $w2 where $c)
    $f ( $w2 in $w BAR $$c ) => $f($w as $w2 where $c)
    $f ( $w2 in $w if|when|with $$c ) => $f($w as $w2 where $c)
    $f ( $w today ) => $f($w where begins.date == today) => $f($w where due == today) => $f($w where date == today) => $f($w where day == today) => $f($w where at.date == today)
    $f ( $w tomorrow ) => $f($w where begins.date == tomorrow) => $f($w where due == tomorrow) => $f($w where date == tomorrow)
    any $w2 in $w has|with|where|is|that|whose [a|an] [is|has] $$c => any($w where $c)
    any|some $w has|with|where $$c => any($w:table where $c)
    exists|exist $w where|with $$c => any($w where $c)
    exists $w => any($w)
    there is|are [a|an|any|some] $w where|with $$c => any($w:table where $c)
    $f $w where $x => $f($w where $x)
    $f $w where not $x => $f($w where not $x)
    $f $w where $x $q $y => $f($w where $x $q $y)
    $f $w each $x => $f($w each $x)
    count ( * ) from $w where $$c > $n => count($w where $c:sql) > $n
    count ( * ) from $w where $$c >= $n => count($w where $c:sql) >= $n
    $f of [ $$c ] => $f([$c])
    $f of ( $$c ) => $f([$c])
    count ( $w each $$c ) => count($w where $c)
    by descending|desc|reverse|latest|newest|largest|biggest $w => by $w descending
    by ascending|asc $w => by $w
    by - $w => by $w descending
    firings ( $t where $$c ) => firings($t) where $c
    answered ==|=|is $w => answer == $w
    ( $x + $y ) / 2 => average([$x, $y])
    ( $x + $y + $z ) / 3 => average([$x, $y, $z])
    table $w { $$c } by $w2 => table $w by $w2 { $c }
    == mode|state|status|kind|type|level . $w => == $w
    != mode|state|status|kind|type|level . $w => != $w
    no $w where|with $$c => none($w:table where $c)
    $w where $$c exists|exist => any($w where $c)
    sum|total ( $w , $w2 ) => sum($w each $w2)
    average|avg|mean ( $w , $w2 ) => average($w each $w2)
    max|maximum ( $w , $w2 ) => max($w each $w2)
    min|minimum ( $w , $w2 ) => min($w each $w2)
    total ( $w . $w2 ) => sum($w.$w2)
    total|sum $w2 of [all|the] $w => sum($w each $w2)
    total|sum ( $w2 of $w ) => sum($w each $w2)
    average|mean $w2 of [all|the] $w => average($w each $w2)
    max|maximum|highest|largest $w2 of [all|the] $w => max($w each $w2)
    min|minimum|lowest|smallest $w2 of [all|the] $w => min($w each $w2)
    sum|total ( $w where $$c ) . $w2 => sum($w where $c each $w2)
    sum|total ( $w . $w2 where $$c ) => sum($w where $c each $w2) => sum($table where $c each $w2)
    average ( $w . $w2 where $$c ) => average($w where $c each $w2) => average($table where $c each $w2)
    max ( $w . $w2 where $$c ) => max($w where $c each $w2) => max($table where $c each $w2)
    min ( $w . $w2 where $$c ) => min($w where $c each $w2) => min($table where $c each $w2)
    count ( $w . $w2 where $$c ) => count($w where $c) => count($table where $c)
    max ( $w by $w2 ) . $w3 => first($w by $w2 descending).$w3
    min ( $w by $w2 ) . $w3 => first($w by $w2).$w3
    max ( $w by $w2 ) => max($w each $w2)
    min ( $w by $w2 ) => min($w each $w2)
    $w . max ( $w2 ) . $w3 => first($w by $w2 descending).$w3
    $w . min ( $w2 ) . $w3 => first($w by $w2).$w3
    join|joined ( $w . $w2 , "$s" ) => $w.$w2
    join|joined ( $w each $w2 , "$s" ) => $w each $w2
    join ( "$s" , $w . $w2 ) => $w.$w2
    $w2 for|of|from|in $w where $$c => $w where $c each $w2
    $w2 for|of|from|in $w => $w each $w2
    { $w where $$c } => {$w where $c each title} => {$w where $c each name} => {$w where $c each id}
    { $w } => {$w each title} => {$w each name} => {$w each id}
    $w . next . $w2 => first($w where begins > now).$w2
    next ( $w ) . $w2 => first($w where begins > now).$w2
    next @meeting . $w2 => first(agenda where begins > now).$w2
    next @meeting [is|starts|begins] in $d => any(agenda where begins in now..now + $d)
    next @meeting [is|starts|begins] in less than $d => any(agenda where begins in now..now + $d)
    next @meeting < $d => any(agenda where begins in now..now + $d)
    [a|an|the] @meeting starts|begins in|within $d => any(agenda where begins in now..now + $d)
    i am in [a|an] @meeting => busy
    i am not in [a|an] @meeting => not busy
    not in [a|an] @meeting => not busy
    in [a|an] @meeting => busy
    no @meetings today => none(agenda where begins.date == today)
    no @meetings tomorrow => none(agenda where begins.date == tomorrow)
    no @meetings => none(agenda where begins.date == today)
    agenda|calendar is empty today => none(agenda where begins.date == today)
    agenda|calendar is empty tomorrow => none(agenda where begins.date == tomorrow)
    agenda|calendar|day is empty => none(agenda where begins.date == today)
    more than $n @meetings today => count(agenda where begins.date == today) > $n
    more than $n @meetings tomorrow => count(agenda where begins.date == tomorrow) > $n
    less|fewer than $n @meetings today => count(agenda where begins.date == today) < $n
    number of @meetings today $q $n => count(agenda where begins.date == today) $q $n
    any @meeting today contains|has|named|called $v => any(agenda where begins.date == today and title contains $v)
    any @meeting tomorrow contains|has|named|called $v => any(agenda where begins.date == tomorrow and title contains $v)
    any @meeting contains|has|named|called|with $v => any(agenda where title contains $v)
    on @meeting $v begins|starts => for each e in agenda on e.begins when e.title contains $v
    on $d before @meeting $v => for each e in agenda on e.begins - $d when e.title contains $v
    on $d before [@the] [each|every|next] @meeting => on event begins - $d
    max ( forecast . $w ) $q $n tomorrow => max(forecast where begins.date == tomorrow each $w) $q $n
    max|maximum ( forecast . $w , tomorrow ) => max(forecast where begins.date == tomorrow each $w)
    min|minimum ( forecast . $w , tomorrow ) => min(forecast where begins.date == tomorrow each $w)
    tomorrow ' s max|maximum|highest $w => max(forecast where begins.date == tomorrow each $w)
    tomorrow ' s min|minimum|lowest $w => min(forecast where begins.date == tomorrow each $w)
    max|maximum|highest $w tomorrow => max(forecast where begins.date == tomorrow each $w)
    min|minimum|lowest $w tomorrow => min(forecast where begins.date == tomorrow each $w)
    it will be over|above|warmer|hotter [than] $n tomorrow => max(forecast where begins.date == tomorrow each temp) > $n
    it will be under|below|colder|cooler [than] $n tomorrow => min(forecast where begins.date == tomorrow each temp) < $n
    it will freeze tonight => any(forecast where begins in now..now + 12h and temp < 0C)
    it will freeze tomorrow => any(forecast where begins.date == tomorrow and temp < 0C)
    it will rain tomorrow => any(forecast where begins.date == tomorrow and raining)
    it will rain tonight => any(forecast where begins in now..now + 12h and raining)
    it will rain in|within [the] [next] $d => any(forecast where raining and begins <= now + $d and ends > now)
    it|has rained yesterday => total(raining, since yesterday + 0:00) > 0s
    rained|rain yesterday => total(raining, since yesterday + 0:00) > 0s
    it snowed yesterday => total(snowing, since yesterday + 0:00) > 0s
    it rained today => total(raining, since today + 0:00) > 0s
    select sum|total ( $w2 ) from $w where $$c => sum($w where $c:sql each $w2)
    select avg|average ( $w2 ) from $w where $$c => average($w where $c:sql each $w2)
    select max ( $w2 ) from $w where $$c => max($w where $c:sql each $w2)
    select min ( $w2 ) from $w where $$c => min($w where $c:sql each $w2)
    select sum ( $w2 ) from $w => sum($w each $w2)
    select avg ( $w2 ) from $w => average($w each $w2)
    select max ( $w2 ) from $w => max($w each $w2)
    select min ( $w2 ) from $w => min($w each $w2)
    select $w2 from $w order by $w3 desc limit 1 => first($w by $w3 descending).$w2
    select $w2 from $w order by $w3 limit 1 => first($w by $w3).$w2
    select $w2 from $w where $$c => $w where $c:sql each $w2
    select $w2 from $w => $w each $w2
    on "$s" + $d => for each f in firings("$s") on f.at + $d
    on $d after "$s" => for each f in firings("$s") on f.at + $d
    on $d after [opp] "$s" fires|fired => for each f in firings("$s") on f.at + $d
    on "$s" fires|fired => for each f in firings("$s") on f.at
    on opp "$s" => for each f in firings("$s") on f.at
    on [ $o1 , $o2 ] => on $o1 or $o2
    on [ $o1 , $o2 , $o3 ] => on $o1 or $o2 or $o3
    on $o1 , $o2 , $o3 => on $o1 or $o2 or $o3
    on $o1 / $o2 => on $o1 or $o2
    $w where $$c $q $n => count($w where $c) $q $n
    count ( $w ) $q $n where $$c => count($w where $c) $q $n
    $f ( $w , where|filter|if [:|=] $$c ) => $f($w where $c)
    $w . $w2 where $$c => $w where $c each $w2
    for each $w in $w2 opp $t => opp $t for each $w in $w2
    on @meeting start|begin => on event begins
    on @meeting finish|end|stop => on event ends
    count ( distinct $w . $w2 ) => count(distinct($w.$w2))
    for each $w in $w2 if $$c => for each $w in $w2 where $c
    for each $w in $w2 when $$c on $o when $$c2 => for each $w in $w2 on $o when $c:grouped and $c2:grouped
    first|top $n of $w by $w2 => first($w by $w2, $n)
    first|top $n $w by $w2 => first($w by $w2, $n)
    first|top $n of $w => first($w, $n)
    first|top $n $w => first($w, $n)
    first|top ( $n , $w ) => first($w, $n)
    """
}
