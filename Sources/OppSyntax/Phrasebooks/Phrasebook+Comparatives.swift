extension Phrasebook {
  /// Comparisons, beginnings and spans in words of English that any value may have
  static let comparatives = """
    $p > $n until $n2 => $p > $n until $p < $n2
    $p >= $n until $n2 => $p >= $n until $p < $n2
    $p < $n until $n2 => $p < $n until $p > $n2
    $p <= $n until $n2 => $p <= $n until $p > $n2
    ( $x or $n ) => ($x otherwise $n)
    times ( $x ) $q $n within|in|during|over [the] last $d => times($x, last $d) $q $n
    change ( $x ) $q $n within|in|during|over [the] last $d => change($x, last $d) $q $n
    total ( $x ) $q $n within|in|during|over [the] last $d => total($x, last $d) $q $n
    increase ( $x ) $q $n within|in|during|over [the] last $d => increase($x, last $d) $q $n
    average ( $x ) $q $n within|in|during|over [the] last $d => average($x, last $d) $q $n
    min ( $x ) $q $n within|in|during|over [the] last $d => min($x, last $d) $q $n
    max ( $x ) $q $n within|in|during|over [the] last $d => max($x, last $d) $q $n
    $x within|for|over|during|in|of last $d ) => $x, last $d)
    ( last $d of|for|over|from $x ) => ($x, last $d)
    ( today + $x , today + $y , => (today + $x..today + $y,
    rain ==|=|is true|yes|on => raining
    snow ==|=|is true|yes|on => snowing
    rain ==|=|is false|no|off => not raining
    snow ==|=|is false|no|off => not snowing
    latch|until|hysteresis ( $$c , $$b ) => $c until $b
    firings "$s" => firings("$s")
    began ( $$c , last $d ) => began($c)
    ended ( $$c , last $d ) => began(not ($c))
    age ( $$c , last $d ) => age($c)
    last_change ( $$c , last $d ) => last_change($c)
    began $x => began($x)
    age $x => age($x)
    known $x => known($x)
    abs $x => abs($x)
    round $x => round($x)
    floor $x => floor($x)
    ceil $x => ceil($x)
    sqrt $x => sqrt($x)
    lower $x => lower($x)
    upper $x => upper($x)
    length $x => length($x)
    last_change $x => last_change($x)
    ended $x => began(not $x)
    $p [@be] [@be] [much|far|significantly] @more [than|as] [@the] $y => $p > $y
    $p [@be] [@be] [much|far|significantly] @less [than|as] [@the] $y => $p < $y
    $p exceeds|exceeded|tops|surpasses [@the] $y => $p > $y
    $p [@be] not @more [than] $y => $p <= $y
    $p [@be] not @less [than] $y => $p >= $y
    $p [@be] [@be] at $n => $p == $n
    $p [has] been $q $y => $p $q $y
    $p was $q $y => $p $q $y
    $p [@be] [@be] @more [than] $y for $d => $p > $y for $d
    $p [@be] [@be] @less [than] $y for $d => $p < $y for $d
    $p [was] @more [than] $y in|within|during|over [the] last $d => $p > $y within last $d
    $p [was] @less [than] $y in|within|during|over [the] last $d => $p < $y within last $d
    within|in|during [the] last|past $d => within last $d
    within|in|during [the] last|past hour => within last 1h
    within|in|during [the] last|past day => within last 24h
    within|in|during [the] last|past week => within last 7d
    last hour => last 1h
    last day => last 24h
    last week => last 7d
    last minute => last 1min
    last month => last 30d
    $p [@be] @more than yesterday => $p > ago($p, 1d)
    $p [@be] @less than yesterday => $p < ago($p, 1d)
    $p [@be] @more than [an] hour ago => $p > ago($p, 1h)
    $p [@be] @less than [an] hour ago => $p < ago($p, 1h)
    $p [@be] @more than $d ago => $p > ago($p, $d)
    $p [@be] @less than $d ago => $p < ago($p, $d)
    when $x @starts => on $x
    $p [@be] around|about|approximately|roughly $n => $p == $n
    when $x [has] @stops => on not $x
    when [the] rain [has] @stops => on not raining
    when it @starts raining => on raining
    when it @starts snowing => on snowing
    when [the] rain @starts => on raining
    when it @starts to rain => on raining
    when it [has] @stops raining => on not raining
    on [@the] start|beginning of [@the] rain => on raining
    on [@the] end of [@the] rain => on not raining
    on rain => on raining
    on snow => on snowing
    is going to => will
    there is rain => raining
    there is snow => snowing
    there is [a] [lot] [of] wind => wind > 40km/h
    no longer|anymore $x => not $x
    $p no longer|anymore => not $p
    sun has set => not daylight
    sun has risen => daylight
    between $x and $y => time in $x..$y
    [is] even week|weeks => mod(today.week, 2) == 0
    [is] odd week|weeks => mod(today.week, 2) == 1
    $p is even => mod($p, 2) == 0
    $p is odd => mod($p, 2) == 1
    $p mod $n => mod($p, $n)
    $p % $n => mod($p, $n)
    week % $n => mod(today.week, $n)
    weeknumber|week_number|isoweek % $n => mod(today.week, $n)
    day % $n => mod(today.day, $n)
    month % $n => mod(month, $n)
    $p === $y => $p == $y
    $p == $n .. $n2 => $p in $n..$n2
    $p == $o .. $o2 => $p in $o..$o2
    month == $n .. $n2 => month in $n:month..$n2:month
    $p in $n - $n2 => $p in $n..$n2
    $p between $n - $n2 => $p in $n..$n2
    $p between $n .. $n2 => $p in $n..$n2
    $p in $n to|through|until $n2 => $p in $n..$n2
    $p between ( $n , $n2 ) => $p in $n..$n2
    between ( $x , $n , $n2 ) => $x in $n..$n2
    ( $n .. $n2 ) . contains|includes|has ( $x ) => $x in $n..$n2
    $p >= $y <= $z => $p >= $y and $p <= $z
    $p > $y < $z => $p > $y and $p < $z
    $p $q $y and $q2 $z => $p $q $y and $p $q2 $z
    $p $q $y or $q2 $z => $p $q $y or $p $q2 $z
    $p xor $y => $p != $y
    either $x or $y but not both => $x != $y
    $p or $y but not both => $p != $y
    $p exclusive or $y => $p != $y
    xor ( $x , $y ) => $x != $y
    $p ^ $y => $p != $y
    when not $x since $o => when total($x, since today + $o) == 0s
    not $x since $o => total($x, since today + $o) == 0s
    when $$c since $o => when total($c:negated, since today + $o) == 0s
    $p since $o => total(not $p, since today + $o) == 0s
    since $o => since today + $o
    $p like "$s" => $p contains "$s:pattern"
    $p = ~ / $w / => $p contains "$w"
    $p . matches|match|search ( "$s" ) => $p$s:matching
    matches|regex_match|regexmatch ( $p , "$s" ) => $p$s:matching
    $p = ~ "$s" => $p$s:matching
    $p matches|like [regex] "$s" => $p$s:matching
    $p $q $o => $p $q $o:hours
    $p $q $n => $p $q $n:months => $p $q $n:years
    for $o => for $o:hours
    last $o => last $o:hours
    every $o => every $o:hours
    $p [ $d ago ] => ago($p, $d)
    $p ( $d ago ) => ago($p, $d)
    previous|prev|former|old ( $x ) => ago($x, 1h)
    prev|previous|former|old $x => ago($x, 1h)
    $p . average|avg|mean ( [last] [,] $d ) => average($p, last $d)
    $p . max|maximum ( [last] $d ) => max($p, last $d)
    $p . min|minimum ( [last] $d ) => min($p, last $d)
    $p . sum|total ( [last] $d ) => total($p, last $d)
    average|avg|mean ( $x ) over|in|during|for [the] [last|past] $d => average($x, last $d)
    max|maximum ( $x ) over|in|during|for [the] [last|past] $d => max($x, last $d)
    min|minimum ( $x ) over|in|during|for [the] [last|past] $d => min($x, last $d)
    sum|total ( $x ) over|in|during|for [the] [last|past] $d => total($x, last $d)
    sum|total ( $x ) => total($x, last 24h)
    sum|total ( $x , [last] $d ) => total($x, last $d)
    rain over|in|during|within [the] last|past $d $q $n => total(rain, last $d) $q $n
    $p over|in|during|within [the] last|past $d $q $n => total($p, last $d) $q $n => average($p, last $d) $q $n
    [the] rain|rainfall today $q $n => total(rain, since today + 0:00) $q $n
    $p yesterday $q $n => average($p, last 24h..48h) $q $n
    max|maximum|highest [of] $x yesterday $q $n => max($x, last 24h..48h) $q $n
    min|minimum|lowest [of] $x yesterday $q $n => min($x, last 24h..48h) $q $n
    change ( $x ) => change($x, last 1h)
    $p . hours|hour|inhours|tohours $q $n => $p $q $n~h
    $p . minutes|minute|inminutes|tominutes $q $n => $p $q $n~min
    $p . days|day $q $n => $p $q $n~d
    $p . seconds $q $n => $p $q $n~s
    hours ( $x ) $q $n => $x $q $n~h
    minutes ( $x ) $q $n => $x $q $n~min
    days ( $x ) $q $n => $x $q $n~d
    $p . isknown|exists|isvalid|isavailable|available => known($p)
    $p . isnull|isnone|isunknown|ismissing => not known($p)
    isweekend|is_weekend|weekend ( ) => weekday in weekend
    is_weekend|isweekend => weekday in weekend
    isweekday|is_weekday|isworkday|is_workday ( ) => weekday in weekdays
    is_weekday|isweekday|is_workday => weekday in weekdays
    not weekend => weekday not in weekend
    battery is almost|nearly empty => battery < 10%
    battery [is] low => battery < 20%
    battery [is] full => battery == 100%
    $p ? => $p
    + $n => + $n:months => + $n:years
    - $n => - $n:months => - $n:years
    + $n month|months => + $n:months
    + a|one month => + 30d
    + a|one year => + 365d
    - $n month|months => - $n:months
    + $n year|years => + $n:years
    - $n year|years => - $n:years
    every 2 month|months => 8:00 when today.day == 1 and month in [jan, mar, may, jul, sep, nov]
    every 3 month|months => 8:00 when today.day == 1 and month in [jan, apr, jul, oct]
    every 6 month|months => 8:00 when today.day == 1 and month in [jan, jul]
    every quarter => 8:00 when today.day == 1 and month in [jan, apr, jul, oct]
    every month => 8:00 when today.day == 1
    monthly => 8:00 when today.day == 1
    every year => 8:00 when today.day == 1 and month == jan
    per year => per 365d
    a year => per 365d
    at most $w every $d => at most once per $d
    at most $n x per $w => at most $n per $w
    $p [is] $q $y or less|more|above|below => $p $q $y
    $p is $q $y => $p $q $y
    $p ==|= $w BAR $w2 => $p in [$w, $w2]
    $p ==|= $w BARS $w2 => $p in [$w, $w2]
    $p ==|= $w BAR $w2 BAR $w3 => $p in [$w, $w2, $w3]
    $p is one of $w , $w2 => $p in [$w, $w2]
    $p is one of $w , $w2 , $w3 => $p in [$w, $w2, $w3]
    $p is one|any of [ $$c ] => $p in [$c]
    $p is either $w or $w2 => $p in [$w, $w2]
    $p [is] neither $w nor $w2 => $p not in [$w, $w2]
    $p ==|= / $w / => $p contains "$w"
    $p contains $v or $v2 => $p contains $v or $p contains $v2
    $p contains $v and $v2 => $p contains $v and $p contains $v2
    $p contains [ $v , $v2 ] => $p contains $v or $p contains $v2
    $p contains [ $v , $v2 , $v3 ] => $p contains $v or $p contains $v2 or $p contains $v3
    $p contains any|one of [ $v , $v2 ] => $p contains $v or $p contains $v2
    $p starts with $v or $v2 => $p starts with $v or $p starts with $v2
    when not $x => when $x == "" => when none($x)
    when $x => when $x != "" => when any($x)
    not $x => $x == "" => none($x)
    unknown ( $x ) => not known($x)
    lower|lowercase $x => lower($x)
    upper|uppercase $x => upper($x)
    $p last $d => $p within last $d
    $p $n times in|within|during [the] [last|past] $d => times($p, last $d) >= $n
    $p [more] [than] $n times in|within|during [the] [last|past] $d => times($p, last $d) > $n
    $p at least $n times in|within|during [the] [last|past] $d => times($p, last $d) >= $n
    $p twice in|within|during [the] [last|past] $d => times($p, last $d) >= 2
    $p $n times today => times($p, since today + 0:00) >= $n
    times ( $x ) => times($x, last 24h)
    $p $q $n in|within|over|during [the] [last|past] $d => total($p, last $d) $q $n => change($p, last $d) $q $n => average($p, last $d) $q $n
    average|avg|mean ( $x , yesterday ) => average($x, since yesterday + 0:00)
    max|maximum ( $x , yesterday ) => max($x, since yesterday + 0:00)
    min|minimum ( $x , yesterday ) => min($x, since yesterday + 0:00)
    max|maximum|highest $x yesterday => max($x, last 24h..48h)
    min|minimum|lowest $x yesterday => min($x, last 24h..48h)
    average|mean $x yesterday => average($x, last 24h..48h)
    last morning|evening|night|afternoon => last 24h
    on $x changes by more than $n => on abs(change($x, last 1h)) > $n
    on $x changes by [at] [least] $n => on abs(change($x, last 1h)) >= $n
    $p changes by more than $n in|within [the] [last] $d => abs(change($p, last $d)) > $n
    $p changes by [at] [least] $n in|within [the] [last] $d => abs(change($p, last $d)) >= $n
    when $x changes => on $x changes
    when for $d $x => when $x for $d
    when [it] [has] been $x for $d => when $x for $d
    on $x before $d => on $x - $d
    on $x after $d => on $x + $d
    on $n $w at $o => on $o when month == $w:monthname and today.day == $n
    on $w $n at $o => on $o when month == $w:monthname and today.day == $n
    on $n $w $o => on $o when month == $w:monthname and today.day == $n
    on [the] $o2 [of] $w at $o => on $o when month == $w:monthname and today.day == $o2:ordinal
    on $w $o2 at $o => on $o when month == $w:monthname and today.day == $o2:ordinal
    near $w by|in|inside|under|closer [than] $n => near $w within $n
    position|location in|inside|within|at $w => near $w
    in $w => near $w
    on in $w => on entering $w
    near any $w or $w2 => when near any "$w" or near any "$w2"
    near any $w or any $w2 => when near any "$w" or near any "$w2"
    near [ $w , $w2 ] => near $w or near $w2 => when near $w or near $w2
    near ( $w , $w2 ) => near $w or near $w2 => when near $w or near $w2
    near [ $w , $w2 , $w3 ] => near $w or near $w2 or near $w3
    near $x or near $y => when near $x or near $y
    near $x or $y => when near $x or near $y
    wind [speed] from|in $w => wind_direction == $w
    $w . distance => distance($w)
    $w . duration|length => ($w.ends - $w.begins)
    weather . temperature|temp_outside|outside => temp
    weather . rainfall|precipitation => rain
    weather . humid => humidity
    wind_speed|windspeed|wind_velocity => wind
    precipitation|rainfall|rain_rate|rainrate => rain
    uv_index|uvindex => uv
    battery_level|batterylevel|battery_percentage => battery
    outside|outdoor|outdoors|outside_temp|outdoor_temp|temp_outside|outside_temperature|temperature_outside => temp
    cloud_cover|cloudcover|cloudiness => clouds
    air_pressure|airpressure => pressure
    wind_gust|gusts|windgust|wind_gusts => gust
    feelslike|feels|apparent_temperature => feels_like
    $w of $x => $x.$w
    $w ( ) => $w
    on at $o => on $o
    $w . $w2 . avg|average|mean [(] [)] => average($w.$w2)
    $w . $w2 . max|maximum [(] [)] => max($w.$w2)
    $w . $w2 . min|minimum [(] [)] => min($w.$w2)
    $w . $w2 . sum|total [(] [)] => sum($w.$w2)
    $p . avg|average|mean => average($p, last 24h)
    $p . max|maximum => max($p, last 24h)
    $p . min|minimum => min($p, last 24h)
    last rain > $d ago => not (raining within last $d)
    last rain more than $d ago => not (raining within last $d)
    total ( $x , last $d ) $q $n => total($x, last $d) $q $n:amount
    when i leave|left|exit $w => on leaving $w
    when i arrive|get at|in|to $w => on entering $w
    when i enter|reach $w => on entering $w
    $p . minutes => $p:min
    $p . hours => $p:h
    $p . days => $p:d
    on $o on $o2 => on $o or $o2
    on $o on $w => on $o when weekday == $w:weekday
    when $$c when $$c2 => when $c:grouped and $c2:grouped
    when $$c if $$c2 => when $c:grouped and $c2:grouped
    rain [is] expected|forecast|predicted in|within [the] [next] $d => any(forecast where raining and begins <= now + $d and ends > now)
    rain [is] expected|forecast|predicted [for] tomorrow => any(forecast where begins.date == tomorrow and raining)
    rain [is] expected|forecast|predicted [for] today => any(forecast where begins.date == today and raining)
    not $p == $w and|or $w2 => $p not in [$w, $w2]
    on $o and $$c => on $o when $c
    on $o if|while $$c => on $o when $c
    on $o unless $$c => on $o when not ($c)
    [the] weather is nice|good|fine|great|beautiful|lovely => sky == clear and temp > 18C
    [the] weather is bad|awful|terrible|horrible => raining or wind > 40km/h
    not $p == $w and|or not $w2 => $p not in [$w, $w2]
    timestamp|datetime|instant|date|parse ( "$t" ) => $t
    duration|interval ( "$t" ) => $t
    hours|hour ( $n ) => $n~h
    minutes|minute|mins ( $n ) => $n~min
    days|day ( $n ) => $n~d
    $p . hasprefix|startswith|starts_with ( $y ) => $p starts with $y
    $p . hassuffix|endswith|ends_with ( $y ) => $p ends with $y
    $p . isempty|empty => $p == ""
    $p . isblank ( ) => $p == ""
    changes to on|open|true|yes => changes to true
    changes to off|closed|false|no => changes to false
    changes from off|closed|false to on|open|true => changes from false to true
    changes from on|open|true to off|closed|false => changes from true to false
    from off|closed|false to on|open|true => changes from false to true
    from on|open|true to off|closed|false => changes from true to false
    during $o .. $o2 when => when time in $o..$o2 and
    during the night when => when not daylight and
    during the day when => when daylight and
    during $o .. $o2 => when time in $o..$o2
    as soon as => when
    once $p $q => when $p $q
    once $w => when $w
    today|now in $w .. $w2 => month in $w..$w2
    today|now ==|= $w => month == $w
    today|now in [ $$c ] => month in [$c]
    today in $n => today.year == $n
    when $$c on $o when $$c2 => on $o when $c:grouped and $c2:grouped
    """
}
