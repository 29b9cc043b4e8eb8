extension Phrasebook {
  /// Days, times and schedules by number or in words
  static let calendar = """
    weekday ==|=|is 0 => weekday == sun || weekday == mon
    weekday in [ 5 , 6 ] => weekday in [sat, sun] || weekday in [fri, sat]
    weekday ==|=|is $n => weekday == $n:day
    weekday !=|<> $n => weekday != $n:day
    weekday in [ $n , $n2 ] => weekday in [$n:day, $n2:day]
    weekday in [ $n , $n2 , $n3 ] => weekday in [$n:day, $n2:day, $n3:day]
    weekday in [ $n , $n2 , $n3 , $n4 , $n5 ] => weekday in [$n:day, $n2:day, $n3:day, $n4:day, $n5:day]
    weekday in ( $n , $n2 ) => weekday in [$n:day, $n2:day]
    weekday in $n .. $n2 => weekday in $n:day..$n2:day
    weekday in $n - $n2 => weekday in $n:day..$n2:day
    weekday between $n and $n2 => weekday in $n:day..$n2:day
    weekday >= $n and weekday <= $n2 => weekday in $n:day..$n2:day
    weekday < 6 => weekday in mon..fri
    weekday <= 5 => weekday in mon..fri
    weekday > 5 => weekday in sat..sun
    weekday >= 6 => weekday in sat..sun
    weekday < $n => weekday < $n:day
    weekday <= $n => weekday <= $n:day
    weekday > $n => weekday > $n:day
    weekday >= $n => weekday >= $n:day
    today . weekday ==|= $n => weekday == $n:day
    dow|dayofweek|day_of_week ==|= $n => weekday == $n:day
    dayofweek ( today ) ==|= $n => weekday == $n:sheetday
    on [the] $o and [the] $o2 at $t when => on $t when today.day in [$o:ordinal, $o2:ordinal] and
    on [the] $o and [the] $o2 at $t => on $t when today.day in [$o:ordinal, $o2:ordinal]
    on [the] $o and [the] $o2 [of] [each|every|the] [month] when => on 08:00 when today.day in [$o:ordinal, $o2:ordinal] and
    on [the] $o and [the] $o2 [of] [each|every|the] [month] => on 08:00 when today.day in [$o:ordinal, $o2:ordinal]
    on [the] $o at $t when => on $t when today.day == $o:ordinal and
    on [the] $o at $t => on $t when today.day == $o:ordinal
    on [the] $o when => on 08:00 when today.day == $o:ordinal and
    on [the] $o [of] [each|every|the] [month] => on 08:00 when today.day == $o:ordinal
    [on] every|each month on [the] $o at $t => on $t when today.day == $o:ordinal
    [on] every|each month on [the] $o => on 08:00 when today.day == $o:ordinal
    [on] monthly on [the] $o => on 08:00 when today.day == $o:ordinal
    [on] every|each month on day $n => on 08:00 when today.day == $n
    on day $n of [the|each|every] month => on 08:00 when today.day == $n
    [on] every $o day at $t => on every $o:ordinal~d from 2026-01-05T$t:clock
    [on] every $o day => on every $o:ordinal~d from 2026-01-05T08:00
    [on] every $o week [at] $t => on every $o:ordinal~w from 2026-01-05T$t:clock
    [on] every $o week => on every $o:ordinal~w from 2026-01-05T08:00
    [on] every $n days at $t => on every $n~d from 2026-01-05T$t:clock
    [on] every|each hour at [:|minute] $n => on every 1h from 2026-01-05T00:$n:padded
    [on] hourly at [:|minute] $n => on every 1h from 2026-01-05T00:$n:padded
    [on] every|each hour on the hour => on every 1h from 2026-01-05T00:00
    [on] every|each evening at $n => on $n:evening~:00
    [on] every|each night at $n => on $n:evening~:00
    [on] every|each morning at $n => on $n~:00
    [on] every|each day at $n => on $n~:00
    [on] daily at $n => on $n~:00
    [on] every|each afternoon at $n => on $n:evening~:00
    [on] every day of the week at $o am => on $o~am
    [on] every day of the week at $o pm => on $o~pm
    [on] every day of the week at $t => on $t
    [on] every|each $w morning [at] $t => on $t when weekday == $w:weekday
    [on] every|each $w morning => on 8:00 when weekday == $w:weekday
    [on] every|each $w afternoon => on 15:00 when weekday == $w:weekday
    [on] every|each $w evening => on 19:00 when weekday == $w:weekday
    [on] every|each $w night => on 22:00 when weekday == $w:weekday
    on $n / $n2 / $n3 [at] $t => on $n3-$n2:padded-$n:padded~T$t:clock || on $n3-$n:padded-$n2:padded~T$t:clock => on $n3-$n:padded-$n2:padded~T$t:clock
    on $n . $n2 . $n3 [at] $t => on $n3-$n2:padded-$n:padded~T$t:clock
    at|on $n in the morning => on $n~:00
    at|on $n in the evening|afternoon => on $n:evening~:00
    at|on $n at night => on $n:evening~:00
    on $w $t when => on $t when weekday == $w:weekday and
    on $w $t => on $t when weekday == $w:weekday
    in the evening => time in 18:00..22:00
    in the morning => time in 6:00..12:00
    in the afternoon => time in 12:00..18:00
    at night => time in 22:00..6:00
    during the day => daylight
    during the night => time in 22:00..6:00
    during [the] weekend|weekends => weekday in weekend
    on [the] weekend|weekends => weekday in weekend => when weekday in weekend
    at|on $o am => on $o~am
    at|on $o pm => on $o~pm
    $o am => $o~am
    $o pm => $o~pm
    $o a . m . => $o~am
    $o p . m . => $o~pm
    $n o ' clock => $n~:00
    noon|midday today => noon
    on date|day $t => on 08:00 when today == $t
    christmas|xmas => month == dec and today.day == 25
    new year => month == jan and today.day == 1
    time == $n => time.hour == $n:hour
    time = $n => time.hour == $n:hour
    time > $n => time.hour >= $n:hour
    hour ==|= $n => time.hour == $n:hour
    hour >= $n => time.hour >= $n:hour
    hour > $n => time.hour > $n:hour
    hour < $n => time.hour < $n:hour
    day ==|= $n => today.day == $n
    year ==|= $n => today.year == $n
    minute ==|= $n => time.minute == $n
    today is the $o => today.day == $o:ordinal
    today is $n . => today.day == $n
    month is|==|= $n => month == $n:month
    """
}
