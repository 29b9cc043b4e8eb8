extension Phrasebook {
  /// Functions of spreadsheets
  static let spreadsheets = """
    weekday ( today ( ) , 2 ) ==|= $n => weekday == $n:day
    weekday ( today ( ) , 2 ) < 6 => weekday in mon..fri
    weekday ( today ( ) , 2 ) <= 5 => weekday in mon..fri
    weekday ( today ( ) , 2 ) > 5 => weekday in sat..sun
    weekday ( today ( ) , 2 ) >= 6 => weekday in sat..sun
    weekday ( today ( ) ; 2 ) ==|= $n => weekday == $n:day
    weekday ( today ( ) ) ==|= $n => weekday == $n:sheetday
    weekday ( now ( ) ) ==|= $n => weekday == $n:sheetday
    weekday ( today ) ==|= $n => weekday == $n:sheetday
    month ( today ( ) ) ==|= $n => month == $n:month
    month ( now ( ) ) ==|= $n => month == $n:month
    month ( today ) ==|= $n => month == $n:month
    day ( today ( ) ) => today.day
    year ( today ( ) ) => today.year
    hour ( now ( ) ) => time.hour
    weeknum ( today ( ) ) => today.week
    isoweeknum ( today ( ) ) => today.week
    eomonth ( today ( ) , 0 ) => today.month_end
    today ( ) + $n => today + $n~d
    today ( ) - $n => today - $n~d
    today + $n => today + $n~d
    today - $n => today - $n~d
    today ( ) => today
    date ( $n1 , $n2 , $n3 ) => $n1-$n2:padded-$n3:padded
    date ( $n1 ; $n2 ; $n3 ) => $n1-$n2:padded-$n3:padded
    time ( $n1 , $n2 , $n3 ) => $n1:$n2:padded
    days ( $x , $y ) < $n => $x - $y < $n~d
    days ( $x , $y ) > $n => $x - $y > $n~d
    days ( $x , $y ) <= $n => $x - $y <= $n~d
    days ( $x , $y ) >= $n => $x - $y >= $n~d
    days ( $x , today ( ) ) < $n => $x - today < $n~d
    days ( $x , today ( ) ) <= $n => $x - today <= $n~d
    days ( $x , today ( ) ) > $n => $x - today > $n~d
    days ( today ( ) , $x ) > $n => today - $x > $n~d
    datedif ( $x , today ( ) , "$s" ) > $n => today - $x > $n~d
    datedif ( today ( ) , $x , "$s" ) < $n => $x - today < $n~d
    datedif ( $x , $y , "$s" ) > $n => $y - $x > $n~d
    datedif ( $x , $y , "$s" ) < $n => $y - $x < $n~d
    countif|countifs ( $w . $w2 , false ) => count($w where not $w2)
    countif|countifs ( $w . $w2 , true ) => count($w where $w2)
    countif|countifs ( $w . $w2 , "$s" ) => count($w where $w2 $s) => count($w where $w2 == "$s")
    countif|countifs ( $w . $w2 , $v ) => count($w where $w2 == $v)
    countif|countifs ( $w . $w2 ; $v ) => count($w where $w2 == $v)
    countif ( $w , $$c ) => count($w where $c)
    sumif|sumifs ( $w . $w2 , false , $w3 . $w4 ) => sum($w where not $w2 each $w4)
    sumif|sumifs ( $w . $w2 , true , $w3 . $w4 ) => sum($w where $w2 each $w4)
    sumif|sumifs ( $w . $w2 , "$s" , $w3 . $w4 ) => sum($w where $w2 $s each $w4) => sum($w where $w2 == "$s" each $w4)
    sumif|sumifs ( $w . $w2 , $v , $w3 . $w4 ) => sum($w where $w2 == $v each $w4)
    sumif ( $w . $w2 , "$s" ) => sum($w where $w2 $s each $w2)
    averageif ( $w . $w2 , false , $w3 . $w4 ) => average($w where not $w2 each $w4)
    averageif ( $w . $w2 , true , $w3 . $w4 ) => average($w where $w2 each $w4)
    maxifs ( $w . $w2 , $w3 . $w4 , true ) => max($w where $w4 each $w2)
    maxifs ( $w . $w2 , $w3 . $w4 , false ) => max($w where not $w4 each $w2)
    counta ( $w . $w2 ) => count($w)
    average|avg ( $w ) => average($w, last 24h)
    rows ( $w ) => count($w)
    countblank ( $w . $w2 ) => count($w where not known($w2))
    text ( $x , " 0 " ) => $x:.0 => $x
    text ( $x , " 0.0|#.#|#,##0.0 " ) => $x:.1 => $x
    text ( $x , " 0.00|#.##|#,##0.00 " ) => $x:.2 => $x
    text ( $x , "$s" ) => $x
    text ( $x ; "$s" ) => $x
    fixed ( $x , $n ) => $x:.$n
    round|roundup|rounddown ( $x , $n ) => $x:.$n => round($x)
    round ( $x ; $n ) => $x:.$n => round($x)
    round ( $x ) => round($x)
    max ( $w [ $w2 ] ) => max($w each $w2)
    min ( $w [ $w2 ] ) => min($w each $w2)
    sum ( $w [ $w2 ] ) => sum($w each $w2)
    average ( $w [ $w2 ] ) => average($w each $w2)
    large ( $w . $w2 , 1 ) => max($w each $w2)
    small ( $w . $w2 , 1 ) => min($w each $w2)
    len ( $x ) = 0 => $x == ""
    proper ( $x ) => $x
    trim ( $x ) => $x
    abs ( $x ) => abs($x)
    exact ( $x , $y ) => $x == $y
    search|find ( $x , $y ) > 0 => $y contains $x
    isnumber ( search|find ( $x , $y ) ) => $y contains $x
    left ( $x , $n ) = $y => $x starts with $y
    right ( $x , $n ) = $y => $x ends with $y
    """
}
