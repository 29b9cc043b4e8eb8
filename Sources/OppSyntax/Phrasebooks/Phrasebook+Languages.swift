extension Phrasebook {
  /// Calls, signs and queries of programming languages and databases
  static let languages = """
    new date ( ) . gethours ( ) => time.hour
    new date ( ) . getminutes ( ) => time.minute
    new date ( ) . getdate ( ) => today.day
    new date ( ) . getfullyear ( ) => today.year
    new date ( ) . getmonth ( ) ==|=|=== $n => month == $n:jsmonth
    new date ( ) . getmonth ( ) == = $n => month == $n:jsmonth
    new date ( ) . getday ( ) ==|= $n => weekday == $n:day
    new date ( ) . getday ( ) == = $n => weekday == $n:day
    new date ( ) . gettime ( ) => now => time
    new date ( ) => now => today => time
    new date ( "$t" ) => $t
    date . now ( ) => now => time => today
    date . today ( ) => today
    datetime . now ( ) . weekday ( ) == $n => weekday == $n:pyday
    datetime . today ( ) . weekday ( ) == $n => weekday == $n:pyday
    date . today ( ) . weekday ( ) == $n => weekday == $n:pyday
    datetime . now ( ) . weekday ( ) < 5 => weekday in mon..fri
    datetime . now ( ) . weekday ( ) >= 5 => weekday in sat..sun
    date . today ( ) . weekday ( ) < 5 => weekday in mon..fri
    date . today ( ) . weekday ( ) >= 5 => weekday in sat..sun
    datetime . now ( ) . isoweekday ( ) == $n => weekday == $n:day
    datetime . now ( ) . month == $n => month == $n:month
    date . today ( ) . month == $n => month == $n:month
    time . time ( ) => now
    time . hour ( ) => time.hour
    datetime . time ( $n , $n2 ) => $n:$n2:padded
    localtime . of ( $n , $n2 ) => $n:$n2:padded
    time ( $n , $n2 ) => $n:$n2:padded
    time ( hour = $n , minute = $n2 ) => $n:$n2:padded
    getday ( ) ==|= $n => weekday == $n:day
    $t + $w . map ( $w2 = > $$c ) . join ( $$j ) => $t:open~{$w as $w2 each $c}"
    $x . tofixed ( $n ) => $x:.$n => round($x)
    $x . toprecision ( $n ) => $x:.$n => round($x)
    $x . round ( $n ) => $x:.$n => round($x)
    $x . tostring ( ) => $x
    $x . trim|strip ( ) => $x
    $x . length > 0 => any($x) => $x != ""
    $x . length == 0 => none($x) => $x == ""
    $x . length => count($x)
    $x . isempty ( ) => none($x) => $x == ""
    $x . is_empty ( ) => none($x) => $x == ""
    $x . empty ( ) => none($x) => $x == ""
    $x . equals ( $y ) => $x == $y
    $x . before ( $y ) => $x < $y
    $x . after ( $y ) => $x > $y
    $x . isbefore ( $y ) => $x < $y
    $x . isafter ( $y ) => $x > $y
    select count ( * ) from $w where $$c > $n => count($w where $c:sql) > $n
    select count ( * ) from $w where $$c >= $n => count($w where $c:sql) >= $n
    select count ( * ) from $w where $$c < $n => count($w where $c:sql) < $n
    ( select count ( * ) from $w where $$c ) => count($w where $c:sql)
    ( select count ( * ) from $w ) => count($w)
    select count ( * ) from $w => count($w)
    exists ( select * from $w where $$c ) => any($w where $c:sql)
    exists ( select 1 from $w where $$c ) => any($w where $c:sql)
    def|function|func|fun|const $w ( $w1 ) : return => let $w($w1: Temperature) = => let $w($w1: Number) = => let $w($w1: Duration) = => let $w($w1: Percent) = => let $w($w1: Instant) = => let $w($w1: Date) = => let $w($w1: Energy) = => let $w($w1: Power) = => let $w($w1: Length) = => let $w($w1: Speed) = => let $w($w1: Text) = => let $w($w1: Bool) = => let $w($w1: TimeOfDay) = => let $w($w1: Pressure) =
    def|function|func|fun|const|let $w ( $w1 ) = => let $w($w1: Temperature) = => let $w($w1: Number) = => let $w($w1: Duration) = => let $w($w1: Percent) = => let $w($w1: Instant) = => let $w($w1: Date) = => let $w($w1: Energy) = => let $w($w1: Power) = => let $w($w1: Length) = => let $w($w1: Speed) = => let $w($w1: Text) = => let $w($w1: Bool) = => let $w($w1: TimeOfDay) = => let $w($w1: Pressure) =
    def|function|func|fun|const $w ( $w1 ) => let $w($w1: Temperature) => let $w($w1: Number) => let $w($w1: Duration) => let $w($w1: Percent)
    len ( $x ) > 0 => any($x)
    len ( $x ) == 0 => none($x)
    elif|elseif|elsif => else if
    $x ^ 2 => $x * $x
    $x * * 2 => $x * $x
    pow ( $x , 2 ) => $x * $x
    math . pow ( $x , 2 ) => $x * $x
    math . sqrt ( $x ) => sqrt($x)
    timedelta ( days = $n ) => $n~d
    timedelta ( hours = $n ) => $n~h
    timedelta ( minutes = $n ) => $n~min
    timedelta ( weeks = $n ) => $n~w
    timedelta ( $n ) => $n~d
    duration . ofdays ( $n ) => $n~d
    duration . ofhours ( $n ) => $n~h
    duration . ofminutes ( $n ) => $n~min
    now + interval "$s" => now + $s:duration => today + $s:duration
    now - interval "$s" => now - $s:duration => today - $s:duration
    now ( ) + interval "$s" => now + $s:duration => today + $s:duration
    now ( ) - interval "$s" => now - $s:duration => today - $s:duration
    interval "$s" => $s:duration
    interval $n day|days => $n~d
    interval $n hour|hours => $n~h
    interval $n minute|minutes => $n~min
    dateadd ( day , $n , $x ) => $x + $n~d
    date_add ( $x , interval $n day ) => $x + $n~d
    datediff ( day , $x , $y ) => $y - $x
    datediff ( $x , $y ) => $x - $y
    current_date ( ) => today
    extract ( hour from $x ) => time.hour => $x.hour
    print|alert|toast|log|echo ( $x ) => notify $x
    console . log ( $x ) => notify $x
    notify ( $x ) ; => notify $x
    return $x => notify $x
    throw $x => notify $x
    rate|irate ( $x [ $d ] ) => increase($x, last $d) / $d => change($x, last $d) / $d
    increase ( $x [ $d ] ) => increase($x, last $d)
    delta|idelta ( $x [ $d ] ) => change($x, last $d)
    deriv ( $x [ $d ] ) => change($x, last $d) / $d
    changes ( $x [ $d ] ) => times($x changes, last $d)
    avg_over_time|mean_over_time ( $x [ $d ] ) => average($x, last $d)
    max_over_time ( $x [ $d ] ) => max($x, last $d)
    min_over_time ( $x [ $d ] ) => min($x, last $d)
    sum_over_time ( $x [ $d ] ) => total($x, last $d)
    absent ( $x ) => not known($x)
    avg|mean|average ( $x [ $d ] ) => average($x, last $d)
    max ( $x [ $d ] ) => max($x, last $d)
    min ( $x [ $d ] ) => min($x, last $d)
    $x [ $d ] => increase($x, last $d) => average($x, last $d) => $x within last $d
    $x offset $d => ago($x, $d)
    $x [ - 1 ] => last($x)
    $x [ -1 ] => last($x)
    $x [ 0 ] => first($x)
    $x [ " $w " ] => $x.$w
    notify $t , $x , $y => notify $t:filled
    notify $t , $x => notify $t:filled
    notify $t % ( $x , $y ) => notify $t:filled
    notify $t . format ( $x , $y ) => notify $t:filled
    format|sprintf|printf ( $t , $x , $y ) => $t:filled
    format|sprintf|printf ( $t , $x ) => $t:filled
    string . format ( $t , $x ) => $t:filled
    $x = = $y => $x == $y
    max ( $w , key = lambda $w2 : $w3 . $w4 ) => max($w each $w4)
    min ( $w , key = lambda $w2 : $w3 . $w4 ) => min($w each $w4)
    $w . all|every ( $$c ) => all($w each $c)
    $w . any|some|exists ( $$c ) => any($w where $c)
    $w . none ( $$c ) => none($w where $c)
    $w . count|filter|where ( $$c ) => count($w where $c)
    $w . first|find ( $$c ) => first($w where $c)
    $w . sum ( $w2 ) => sum($w each $w2)
    $w . max ( $w2 ) => max($w each $w2)
    $w . min ( $w2 ) => min($w each $w2)
    $w . average|avg|mean ( $w2 ) => average($w each $w2)
    count ( $w ) where $$c > $n => count($w where $c) > $n
    count ( $w ) where $$c >= $n => count($w where $c) >= $n
    count ( $w ) where $$c < $n => count($w where $c) < $n
    count ( $w ) where $$c <= $n => count($w where $c) <= $n
    count ( $w ) where $$c == $n => count($w where $c) == $n
    any ( $w ) where $$c => any($w where $c)
    none ( $w ) where $$c => none($w where $c)
    all ( $w ) where $$c => all($w each $c)
    $x =|== $v1 or $v2 => $x in [$v1, $v2]
    $x =|== $v1 or $v2 or $v3 => $x in [$v1, $v2, $v3]
    ( $w each $$e where $$c ) => ($w where $c each $e)
    $w [ "$s" ] . $w2 => first($w where name == "$s").$w2 => first($w where id == "$s").$w2
    ( $w where $$c , $w2 ) => ($w where $c each $w2)
    ( $w2 of $w where $$c ) => ($w where $c each $w2)
    ( $w2 of $w ) => ($w each $w2)
    $x ( last $d ) => average($x, last $d) || max($x, last $d)
    $x . is_today|istoday => $x == today => $x.date == today
    $x . is_tomorrow|istomorrow => $x == tomorrow => $x.date == tomorrow
    not any $w => none($w)
    last ( $w by $w2 ) => first($w by $w2 descending)
    > > => >
    < < => <
    $x is null|none|nil|undefined => not known($x)
    $x is not null|none|nil|undefined => known($x)
    $x not in ( $y , $z ) => $x not in [$y, $z]
    $x between $y and $z => $x in $y..$z
    $x not like "$s" => not ($x contains "$s:pattern")
    $x ? . $w => $x.$w
    $x ! = $y => $x != $y
    not $x == $y => $x != $y
    """
}
