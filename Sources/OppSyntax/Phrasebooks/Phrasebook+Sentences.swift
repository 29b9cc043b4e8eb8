extension Phrasebook {
  /// Conditions in words of English
  static let sentences = """
    $x exists => known($x)
    $x changes by more than $n => abs(change($x, last 1h)) > $n
    $w is $w2 => not $w.$w2:un
    [the|my] $w of [the|my] $w2 is low => $w2.$w < 20%
    [the|my] $w battery is low => $w.battery < 20%
    battery is low => battery < 20%
    $x is low => $x < 20%
    a|an|one $w is $w2 => any($w:table where $w2) => any($w:table where not $w2:un)
    a|an|one $w is due tomorrow => any($w:table where due == tomorrow)
    a|an|one $w is due today => any($w:table where due == today)
    a|an|one $w is overdue|late => any($w:table where due < today)
    $w is left $w2 for [more] [than] $d => $w.$w2 for $d
    it has not rained|snowed for|in $d => (not raining) for $d
    it hasn ' t rained for|in $d => (not raining) for $d
    it ' s below freezing => temp < 0C
    below freezing => temp < 0C
    $x is set|present|defined|given|known => known($x)
    $x is not set|present|defined|given|known => not known($x)
    $x is unset|missing|absent|undefined => not known($x)
    $x does not exist => not known($x)
    $x has a value => known($x)
    $x has no value => not known($x)
    $x is empty|blank => $x == "" => none($x) => not known($x)
    $x is not empty|blank => $x != "" => any($x) => known($x)
    $x isn ' t empty|blank => $x != "" => any($x) => known($x)
    $x does not contain|include|have|mention $v => not ($x contains $v)
    $x doesn ' t contain|include|have|mention $v => not ($x contains $v)
    $x not contains|contain|includes $v => not ($x contains $v)
    $x does not start|begin with $v => not ($x starts with $v)
    $x does not end with $v => not ($x ends with $v)
    $x does not equal $v => $x != $v
    $x doesn ' t equal $v => $x != $v
    $x not equal|equals [to] $v => $x != $v
    $x is not equal to $v => $x != $v
    $x is different from $v => $x != $v
    $x differs from $v => $x != $v
    $x is the same as $v => $x == $v
    $x exactly matches|equals $v => $x == $v
    $x is exactly $v => $x == $v
    $x matches exactly $v => $x == $v
    $x is|are in the past => $x < today => $x < now
    $x is|are in the future => $x > today => $x > now
    $x has passed|expired => $x < today => $x < now
    $x passed|expired|overdue => $x < today => $x < now => $x.due < today => $x.ends < now
    $x is|are overdue|expired|late|past => $x < today => $x < now => $x.due < today => $x.ends < now
    $w is|are overdue|late => any($w:table where due < today)
    any $w is|are due tomorrow => any($w:table where due == tomorrow)
    $x is past due => $x.due < today => $x < today
    $x is not overdue => $x >= today => $x.due >= today
    $x on|is|for tomorrow => $x == tomorrow => $x.due == tomorrow
    $x on|is|for today => $x == today => $x.due == today
    $x is yesterday => $x == today - 1d
    $x is due => $x.due <= today => $x <= today
    $x is due today => $x.due == today => $x == today
    $x is due tomorrow => $x.due == tomorrow => $x == tomorrow
    $x is due within|in $d => $x.due <= today + $d => $x <= today + $d
    $x due today => $x.due == today
    $x due tomorrow => $x.due == tomorrow
    $x due soon => $x.due <= today + 3d
    $x is|are [due] this week => $x in today.week_start..today.week_start + 6d => $x.due in today.week_start..today.week_start + 6d
    $x is|are [due] next week => $x in today.week_start + 7d..today.week_start + 13d => $x.due in today.week_start + 7d..today.week_start + 13d
    $x is|are [due] this month => $x in today.month_start..today.month_end => $x.due in today.month_start..today.month_end
    $x this week => $x in today.week_start..today.week_start + 6d
    $x is within $d => $x in today..today + $d => $x in now..now + $d
    $x is within the next $d => $x in today..today + $d => $x in now..now + $d
    $x within [the] [next] $d => $x in today..today + $d => $x in now..now + $d
    $x in [the] [next] $d => $x in today..today + $d => $x in now..now + $d
    $x is in less than $d => $x in today..today + $d => $x in now..now + $d
    $x in less than $d => $x in today..today + $d => $x in now..now + $d
    $x is less than $d away => $x - today < $d => $x - now < $d
    $x less than $d away => $x - today < $d => $x - now < $d
    $x is more than $d away => $x - today > $d => $x - now > $d
    $x is $d away => $x == today + $d
    $x is more than $d ago => now - $x > $d => today - $x > $d
    $x is less than $d ago => now - $x < $d => today - $x < $d
    $x more than $d ago => now - $x > $d => today - $x > $d
    $x less than $d ago => now - $x < $d => today - $x < $d
    $x was more than $d ago => now - $x > $d => today - $x > $d
    $x older than $d => now - $x > $d => today - $x > $d => age($x) > $d
    $x is older than $d => now - $x > $d => today - $x > $d => age($x) > $d
    $x newer than $d => now - $x < $d => today - $x < $d
    $x has not changed for|in|since $d => now - last_change($x) >= $d
    $x hasn ' t changed for|in|since $d => now - last_change($x) >= $d
    $x changed in the last $d => now - last_change($x) < $d
    $x changed within [the] last $d => now - last_change($x) < $d
    no change in|of $x for $d => now - last_change($x) >= $d
    $x ' s $w => $x.$w
    [the] $w of [the|my] $w2 => $w2.$w
    $w level|value|reading|percentage|amount of [the|my] $w2 => $w2.$w
    [the|my] $w ' s $w2 is => $w.$w2 ==
    any $w is|are not $w2 => any($w:table where not $w2)
    any $w is|are $w2 => any($w:table where $w2) => any($w:table where not $w2:un)
    any $w isn ' t $w2 => any($w:table where not $w2)
    any $w is overdue|late => any($w:table where due < today)
    any $w is due today => any($w:table where due == today)
    any $w is due => any($w:table where due <= today)
    any of [the|my] $w is|are $w2 => any($w:table where $w2) => any($w:table where not $w2:un)
    any of [the|my] $w is|are not $w2 => any($w:table where not $w2)
    some $w is|are not $w2 => any($w:table where not $w2)
    some $w is|are $w2 => any($w:table where $w2) => any($w:table where not $w2:un)
    there is|are [a|an] $w2 $w => any($w:table where $w2) => any($w:table where not $w2:un)
    there is|are [a|an|any|some] overdue $w => any($w:table where due < today)
    no $w is|are $w2 => none($w:table where $w2) => none($w:table where not $w2:un)
    none of [the|my] $w is|are $w2 => none($w:table where $w2) => none($w:table where not $w2:un)
    every|each|all [the|my] $w is|are $w2 => all($w:table each $w2) => all($w:table each not $w2:un)
    all of [the|my] $w is|are $w2 => all($w:table each $w2) => all($w:table each not $w2:un)
    not all [the|my] $w is|are $w2 => any($w:table where not $w2)
    $w is|are all $w2 => all($w:table each $w2)
    $n or more $w are $w2 => count($w where $w2) >= $n
    more than $n $w are $w2 => count($w where $w2) > $n => count($w where not $w2:un) > $n
    more than $n $w2 $w => count($w where $w2) > $n => count($w where not $w2:un) > $n
    cheapest|lowest ( $x ) => first($x by price) => first($x by amount) => first($x by cost)
    most_expensive|priciest ( $x ) => first($x by price descending) => first($x by amount descending)
    oldest|earliest ( $x ) => first($x by due) => first($x by begins) => first($x by time)
    newest|latest ( $x ) => first($x by due descending) => first($x by begins descending) => last($x)
    largest|biggest|highest ( $x ) => first($x by amount descending) => first($x by price descending) => max($x)
    [the] cheapest $w => first($w:table by price) => first($w:table by amount)
    $n and => $n and
    $n or => $n or
    $x is [at] $n or less|below|fewer|under|lower => $x <= $n
    $x is [at] $n or more|higher|above|greater|over => $x >= $n
    $x ==|= $n or less|below|fewer|lower => $x <= $n
    $x ==|= $n or more|higher|above|greater => $x >= $n
    $x $n or less|below|lower => $x <= $n
    $x $n or more|higher|above => $x >= $n
    $x is no|not more than $n => $x <= $n
    $x is no|not less than $n => $x >= $n
    $x no more than $n => $x <= $n
    $x no less than $n => $x >= $n
    $x up to $n => $x <= $n
    $x greater than or equal to $n => $x >= $n
    $x less than or equal to $n => $x <= $n
    $x hits|reaches|reached $n => $x >= $n
    $x stays|remains above|over $n => $x > $n
    $x stays|remains below|under $n => $x < $n
    $x is between $n and $n2 => $x in $n..$n2
    $x from $n to $n2 => $x in $n..$n2
    $x in [ $n - $n2 ] => $x in $n..$n2
    $x in ( $n .. $n2 ) => $x in $n..$n2
    $x in [ $n .. $n2 ] => $x in $n..$n2
    $x in range ( $n , $n2 ) => $x in $n..$n2
    $x $n - $n2 => $x in $n..$n2
    not at [the|my] $w since|for [more] [than] $d => (not near $w) for $d
    not near $w since|for $d => (not near $w) for $d
    away from $w since|for $d => (not near $w) for $d
    $x otherwise "$s" => if known($x) then "{$x}" else "$s"
    * $m / kWh|kwh => / 1kWh * $m
    * $m / l|litre => / 1l * $m
    * $m / km => / 1km * $m
    * $m / kg => / 1kg * $m
    * $m / h|hour => / 1h * $m
    * $m / d|day => / 1d * $m
    $x since $d => $x for $d
    not $x since $d => (not $x) for $d
    current|currently|actual $w => $w
    $w currently|outside|outdoors|already|now => $w
    $x outside|outdoors|already|yet => $x
    $n outside|outdoors => $n
    $w speed|level|value|reading|sensor|percentage|amount => $w
    wind speed|velocity => wind
    outside|outdoor|outdoors temp|temperature => temp
    air pressure => pressure
    uv index => uv
    cloud cover => clouds
    battery level|percentage => battery
    [the|my] $w battery [level] => $w.battery => battery
    battery of [the|my] $w => $w.battery
    [the|my] $w door|window|gate is open|opened => $w.open => $w.door => $w.window
    [the|my] $w door|window|gate is closed|shut => not $w.open => not $w.door => not $w.window
    [the|my] $w door|window|gate is not open|closed => not $w.open
    [the|my] $w door|window opens|opened => $w.open
    [the|my] $w is $w2 in|up => $w.$w2
    [the|my] $w is not $w2 in|up => not $w.$w2
    [the|my] $w is warmer|hotter|higher than $n => $w.temp > $n => $w.temperature > $n => $w.heat > $n
    [the|my] $w is colder|cooler|lower than $n => $w.temp < $n => $w.temperature < $n => $w.heat < $n
    [the|my] $w $w2 is $w3 => $w.$w3 => $w.$w2 == $w3 => $w.$w2
    [the|my] $w is $w2 => $w.$w2
    $x has been true|on|open|running|active for [more] [than] $d => $x for $d => $x.open for $d => $x.on for $d => $x.running for $d
    $x has been false|off|closed for [more] [than] $d => (not $x) for $d => (not $x.open) for $d => (not $x.on) for $d
    $x has been $w for [more] [than] $d => $x.$w for $d => $x == $w for $d
    it has been $w for [more] [than] $d => $w for $d
    it has not $w for $d => none($w within last $d)
    $x for [at] least $d => $x for $d
    $x for longer than $d => $x for $d
    $x lasts|lasting [for] $d => $x for $d
    less than $n from [my|the] $w => near $w within $n
    closer than $n to [my|the] $w => near $w within $n
    more|further|farther than $n from [my|the] $w => distance($w) > $n
    $n from [my|the] $w => distance($w) < $n
    within $n of [my|the] $w => near $w within $n
    i am|'m at|in [the|my] $w => near $w
    i am not at|in [the|my] $w => not near $w
    i am away [from] [home] => not near home
    nobody is [at] home => not near home
    someone is [at] home => near home
    [i] am away => not near home
    nobody|noone ' s home => not near home
    someone|somebody ' s home => near home
    i ' m [at] home => near home
    i ' m not [at] home => not near home
    i am not [at] home => not near home
    i am [at] home => near home
    it is after|past [about] $o pm => time >= $o~pm
    it is after|past $o am => time >= $o~am
    it is before $o pm => time < $o~pm
    it is before $o am => time < $o~am
    it is after|past $o => time >= $o
    it is before $o => time < $o
    it is later than $o => time > $o
    it is earlier than $o => time < $o
    $w not $w2 => not $w.$w2
    $w is not $w2 => not $w.$w2
    $w isn|isnt ' t $w2 => not $w.$w2
    location ==|=|is|at [at] $w => near $w
    location != $w => not near $w
    $x > $d ago => now - $x > $d => today - $x > $d
    $x < $d ago => now - $x < $d => today - $x < $d
    $x [was|is] more|longer than $d ago => now - $x > $d => today - $x > $d
    $x [was|is] less than $d ago => now - $x < $d => today - $x < $d
    max|maximum ( $x today ) => max($x, since today + 0:00)
    min|minimum ( $x today ) => min($x, since today + 0:00)
    average|avg|mean ( $x today ) => average($x, since today + 0:00)
    zero => 0
    < $n => < $n
    > $n => > $n
    <= $n => <= $n
    >= $n => >= $n
    for $d => for $d
    last $d => last $d
    + $d => + $d
    - $d => - $d
    < "$t" => < $t:span
    > "$t" => > $t:span
    eur|euro|euros $n => $n~EUR
    usd|dollar|dollars $n => $n~USD
    gbp|pounds $n => $n~GBP
    $x is negative => $x < 0
    $x is positive => $x > 0
    $x [is] rising|increasing|climbing => change($x, last 1h) > 0
    $x [is] falling|decreasing|dropping|sinking => change($x, last 1h) < 0
    $n pieces|items|units|points => $n
    $x stronger|warmer|hotter|heavier|faster|brighter|louder than $y => $x > $y
    $x weaker|colder|cooler|lighter|slower|darker|quieter than $y => $x < $y
    $x is near|at $w => distance($x, $w) < 100m
    $x near $w => distance($x, $w) < 100m
    $x today => $x.date == today => $x == today
    $x tomorrow => $x.date == tomorrow => $x == tomorrow
    $x yesterday => $x.date == yesterday => $x == yesterday
    time $o1 - $o2 => time in $o1..$o2
    month ==|= $n => month == $n:month
    month in [ $n1 , $n2 ] => month in [$n1:month, $n2:month]
    month in [ $n1 , $n2 , $n3 ] => month in [$n1:month, $n2:month, $n3:month]
    no rain [in|within|during] [the] last $d => not (raining within last $d)
    no rain for $d => (not raining) for $d
    season ==|=|is winter => month in dec..feb
    season ==|=|is spring => month in mar..may
    season ==|=|is summer => month in jun..aug
    season ==|=|is autumn|fall => month in sep..nov
    clock|hour $q $o => time $q $o
    day ==|=|is $w => weekday == $w:weekday
    snowfall => snow
    condition|conditions ==|=|is $w => sky == $w
    available|spare|free [time] $q $d => free $q $d
    occupied|unavailable => busy
    in [a|the] meeting|call|appointment => busy
    meeting|appointment => busy
    next meeting|event|appointment <|<=|within|in [less] [than] $d => any(agenda where begins in now..now + $d)
    [i|am|i'm] around $w => near $w
    [i|am|i'm] away => not near home
    on [the] start|beginning of $x => on $x
    on [the] end of $x => on not $x
    on $w opening => on $w.open
    on $w closing => on not $w.open
    on [any|every|each] update|updates [of|in|to] $x => on $x changes
    on [a|the|every|each] new day => on 0:00
    weekly $w $o => $o when weekday == $w:weekday
    hourly => every 1h
    free time => free
    $p $d => $p for $d
    $w $w2 $q $n => $w.$w2 $q $n
    $w opened [exactly] $n [times] today => times($w.open, since today + 0:00) == $n:count
    $w opened [at] least $n [times] today => times($w.open, since today + 0:00) >= $n:count
    $w opened more than $n [times] today => times($w.open, since today + 0:00) > $n:count
    $w opened [at] least $n [times] in|within [the] [last|past] $d => times($w.open, last $d) >= $n:count
    $w opened more than $n [times] in|within [the] [last|past] $d => times($w.open, last $d) > $n:count
    $w opened $n [times] in|within [the] [last|past] $d => times($w.open, last $d) == $n:count
    $w not opened since $o => times($w.open, since today + $o) == 0
    $w not opened in|within|for [the] [last|past] $d => times($w.open, last $d) == 0
    $w last opened > $d ago => now - began($w.open) > $d
    $w last opened < $d ago => now - began($w.open) < $d
    $x steady|stable|constant|still for $d => now - last_change($x) >= $d
    $x has risen|increased [by] $n in|within [the] [last|past] $d => change($x, last $d) >= $n
    $x has fallen|dropped|decreased [by] $n in|within [the] [last|past] $d => change($x, last $d) <= -$n
    each|every|all $w when => for each $w in $w:table when
    each|every|all $w on => for each $w in $w:table on
    for $w when => for each row in $w when => for each $w in $w:table when
    for $w on => for each row in $w on => for each $w in $w:table on
    sundown|nightfall => sunset
    sunup|daybreak => sunrise
    $x ==|=|is|in $w1 , $w2 => $x in [$w1, $w2]
    $x ==|=|is|in $w1 , $w2 , $w3 => $x in [$w1, $w2, $w3]
    $x ==|=|is|in $w1 , $w2 , $w3 , $w4 => $x in [$w1, $w2, $w3, $w4]
    $x ==|=|is|in $w1 , $w2 [,] or|and $w3 => $x in [$w1, $w2, $w3]
    every $d starting|beginning|since [on|from|at] $i => every $d from $i
    every $d start|starts|begin|begins on|from|at $i => every $d from $i
    no $x for [at] [least] [more] [than] $d => (not $x) for $d
    no $x in|within|for [the] last|past $d => not ($x within last $d)
    on $x ends|stops|finishes => on not $x
    on $x starts|begins => on $x
    till|til $$c => until $c
    again each $d => again every $d
    again every $d while|as [long] [as] $$c => again every $d until not ($c)
    $x in|as f|fahrenheit $q $n => $x $q $n~F
    $x in|as c|celsius $q $n => $x $q $n~C
    $x in|as w $q $n => $x $q $n~W
    $x in|as kw $q $n => $x $q $n~kW
    $x in|as km $q $n => $x $q $n~km
    $x in|as m $q $n => $x $q $n~m
    $x in|as mi $q $n => $x $q $n~mi
    $x in|as h $q $n => $x $q $n~h
    $x in|as min $q $n => $x $q $n~min
    $x in|as s $q $n => $x $q $n~s
    $x in|as percent $q $n => $x $q $n~%
    $t $w "$s2" => $t:open~{$w}$s2"
    $t $w . $w2 "$s2" => $t:open~{$w.$w2}$s2"
    $t $w ( $$c ) "$s2" => $t:open~{$w($c)}$s2"
    notify $t $w => notify $t:open~{$w}"
    notify $w "$s" => notify "{$w}$s"
    notify $w . $w2 "$s" => notify "{$w.$w2}$s"
    "$s" $w "$s2" => "$s\\"$w\\"$s2"
    "$s" $w $w1 "$s2" => "$s\\"$w $w1\\"$s2"
    "$s" $w $w1 $w2 "$s3" => "$s\\"$w $w1 $w2\\"$s3"
    it is dark [outside] => not daylight
    it is light [outside] => daylight
    it is dry => not raining
    it is wet => raining
    it is windy => wind > 40km/h
    it is freezing => temp < 0C
    it is morning => time in 6:00..12:00
    it is evening => time in 18:00..22:00
    it is night => time in 22:00..6:00
    it is [currently] $w => sky == $w
    tomorrow ' s weather|forecast|sky is|==|= $w => any(forecast where begins.date == tomorrow and sky == $w)
    tomorrow . weather|forecast|sky|condition is|==|= $w => any(forecast where begins.date == tomorrow and sky == $w)
    forecast . tomorrow . weather|sky|condition is|==|= $w => any(forecast where begins.date == tomorrow and sky == $w)
    forecast . tomorrow is|==|= $w => any(forecast where begins.date == tomorrow and sky == $w)
    forecast ( tomorrow ) . sky is|==|= $w => any(forecast where begins.date == tomorrow and sky == $w)
    weather . tomorrow is|==|= $w => any(forecast where begins.date == tomorrow and sky == $w)
    weather tomorrow is|==|= $w => any(forecast where begins.date == tomorrow and sky == $w)
    forecast . tomorrow . rain > $n => sum(forecast where begins.date == tomorrow each rain * 1h) > $n => max(forecast where begins.date == tomorrow each rain) > $n
    tomorrow . rain > $n => sum(forecast where begins.date == tomorrow each rain * 1h) > $n => max(forecast where begins.date == tomorrow each rain) > $n
    rain tomorrow > $n => sum(forecast where begins.date == tomorrow each rain * 1h) > $n => max(forecast where begins.date == tomorrow each rain) > $n
    forecast . tomorrow . $w > $n => max(forecast where begins.date == tomorrow each $w) > $n
    forecast . tomorrow . $w >= $n => max(forecast where begins.date == tomorrow each $w) >= $n
    forecast . tomorrow . $w < $n => min(forecast where begins.date == tomorrow each $w) < $n
    forecast . tomorrow . $w <= $n => min(forecast where begins.date == tomorrow each $w) <= $n
    tomorrow . $w > $n => max(forecast where begins.date == tomorrow each $w) > $n
    tomorrow . $w < $n => min(forecast where begins.date == tomorrow each $w) < $n
    $w tomorrow > $n => max(forecast where begins.date == tomorrow each $w) > $n
    $w tomorrow < $n => min(forecast where begins.date == tomorrow each $w) < $n
    forecast . $w > $n => any(forecast where $w > $n)
    forecast . $w < $n => any(forecast where $w < $n)
    rain tomorrow => any(forecast where begins.date == tomorrow and raining)
    snow tomorrow => any(forecast where begins.date == tomorrow and sky == snow)
    rains|raining tomorrow => any(forecast where begins.date == tomorrow and raining)
    rain|raining later|today => any(forecast where begins.date == today and raining)
    tomorrow . raining|rain => any(forecast where begins.date == tomorrow and raining)
    forecast . rain|raining => any(forecast where raining)
    """
}
