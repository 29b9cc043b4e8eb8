extension Phrasebook {
  /// Templates, entities and triggers of home automations
  static let homeAutomations = """
    trigger . to_state . state => $event
    trigger . to_state . attributes . $w => $event:owner.$w
    trigger . to_state => $event
    trigger . from_state . state => ago($event, 1s)
    trigger . from_state => ago($event, 1s)
    trigger . entity_id => $event
    on $x changes when trigger . to_state ==|= "$v" => on $x changes to $v
    states . sensor|binary_sensor|switch|light|lock|cover|climate|person|input_number|input_boolean . $w . state => $w:dotted
    states . sensor|binary_sensor|switch|light|lock|cover|climate|person|input_number|input_boolean . $w => $w:dotted
    states . $w . $w2 . state => $w.$w2
    states . $w . $w2 => $w.$w2
    states ( "$s" ) => $s
    sensor|binary_sensor|switch|light|lock|cover|climate|input_number|input_boolean . $w => $w:dotted
    states ( "$s" ) => $s:entity
    states [ "$s" ] . state => $s:entity
    states [ "$s" ] => $s:entity
    state_attr ( "$s" , "$f" ) => $s:entity.$f
    is_state_attr ( "$s" , "$f" , $v ) => $s:entity.$f == $v
    is_state ( "$s" , " on|open|true|home " ) => $s:entity
    is_state ( "$s" , " off|closed|false " ) => not $s:entity
    is_state ( "$s" , "$v" ) => $s:entity == $v => $s:entity == "$v"
    has_value ( "$s" ) => known($s:entity)
    is_number ( $x ) => known($x)
    now ( ) . hour => time.hour
    now ( ) . minute => time.minute
    now ( ) . day => today.day
    now ( ) . month ==|= $n => month == $n:month
    now ( ) . weekday ( ) ==|= $n => weekday == $n:pyday
    now ( ) . isoweekday ( ) ==|= $n => weekday == $n:day
    now ( ) . weekday ( ) < 5 => weekday in mon..fri
    now ( ) . weekday ( ) <= 4 => weekday in mon..fri
    now ( ) . weekday ( ) >= 5 => weekday in sat..sun
    now ( ) . weekday ( ) > 4 => weekday in sat..sun
    now ( ) . isoweekday ( ) < 6 => weekday in mon..fri
    now ( ) . isoweekday ( ) <= 5 => weekday in mon..fri
    now ( ) . isoweekday ( ) > 5 => weekday in sat..sun
    now ( ) . isoweekday ( ) >= 6 => weekday in sat..sun
    now ( ) . weekday ( ) in [ $n , $n2 ] => weekday in [$n:pyday, $n2:pyday]
    now ( ) . weekday ( ) in ( $n , $n2 ) => weekday in [$n:pyday, $n2:pyday]
    now ( ) . isoweekday ( ) in [ $n , $n2 ] => weekday in [$n:day, $n2:day]
    now ( ) . date ( ) => today
    now ( ) . time ( ) => time
    now ( ) => now => time => today
    utcnow ( ) => now => time
    today_at ( "$t" ) => $t
    timestamp ( $x ) => $x
    as_timestamp ( $x ) => $x
    as_datetime ( $x ) => $x
    is_day => daylight
    is_night => not daylight
    $x above [:] $n below [:] $n2 => $x > $n and $x < $n2
    $x below [:] $n above [:] $n2 => $x < $n and $x > $n2
    $x above [:|=] $n => $x > $n
    $x below [:|=] $n => $x < $n
    $x == " unavailable|unknown|none|null " => not known($x)
    $x != " unavailable|unknown|none|null " => known($x)
    $x is unavailable|offline|unreachable => not known($x)
    $x == " on|open|detected|home|true " => $x
    $x == " off|closed|clear|false " => not $x
    $w . last_changed|last_updated > $d ago => now - last_change($w.state) < $d => now - last_change($w.open) < $d => now - last_change($w.on) < $d => now - last_change($w.motion) < $d
    $w . last_changed|last_updated|last_seen => last_change($w.state) => last_change($w.open) => last_change($w.on) => last_change($w.motion)
    $w . $w2 . last_changed|last_updated > $d ago => now - last_change($w.$w2) < $d
    $w . $w2 . last_changed|last_updated => last_change($w.$w2)
    $x BAR float ( $v ) => $x
    $x BAR int ( $v ) => $x => floor($x)
    $x BAR float|string|trim => $x
    $x BAR int => $x => floor($x)
    $x BAR round ( $n ) => $x:.$n => round($x)
    $x BAR round ( 0 ) => $x:.0 => round($x)
    $x BAR round => $x:.0 => round($x)
    $x BAR default ( $v ) => $x otherwise $v => $x
    $x BAR default ( "$v" ) => $x otherwise "$v" => $x
    $x BAR default => $x
    $x BAR length|count => count($x)
    $x BAR timestamp_custom ( "$v" ) => $x
    $x BAR $w => $w($x)
    sun event : $w => $w
    sun sets|set => sunset
    on person|device_tracker . $w enters|enter zone . $w2 => on entering $w2
    on person|device_tracker . $w leaves|leave zone . $w2 => on leaving $w2
    on $x to "$s" => on $x changes to $s
    $x ==|= off|false for $d => (not $x) for $d
    $x ==|= on|true for $d => $x for $d
    sun rises|rise => sunrise
    sun goes|is down => sunset => not daylight
    sun comes|goes|is up => sunrise => daylight
    on time [:|=|at] $t => on $t
    on [me|i|person|user] leaves|leave|left|exits|exit [the] zone [.|:] $w => on leaving $w
    on [me|i|person|user] enters|enter|entered|entering|arrives [the] zone [.|:] $w => on entering $w
    on [me|i|person|user] leaves|leave|left|leaving|exits [the] [zone] [.] $w => on leaving $w
    on [me|i|person|user] enters|enter|entered|reaches [the] [zone] [.] $w => on entering $w
    on zone [.|:] $w enter|entered => on entering $w
    on zone [.|:] $w leave|left|exit => on leaving $w
    on zone [.|:] $w => on entering $w
    in zone [.|:] $w => near $w
    device_tracker|person . $w ==|=|is|to "home" => near home
    device_tracker|person . $w ==|=|is|to " home " => near home
    device_tracker|person . $w ==|=|is|to " not_home|away " => not near home
    device_tracker|person . $w !=|<> " home " => not near home
    device_tracker|person . $w ==|=|is|to not_home|away => not near home
    device_tracker|person . $w ==|=|is|to home => near home
    for [:] minutes [:|=] $n => for $n~min
    for [:] hours [:|=] $n => for $n~h
    for [:] seconds [:|=] $n => for $n~s
    for : $d => for $d
    for [:|=] "$t" => for $t:span
    $x [changes] from " off|closed|false " to " on|open|true " => $x
    $x [changes] from " on|open|true " to " off|closed|false " => not $x
    now ( ) . strftime ( " %H " ) ==|= "$t" => time.hour == $t
    now ( ) . strftime ( "$s" ) ==|= "$t" => time == $t
    now ( ) . strftime ( "$s" ) > "$t" => time > $t
    now ( ) . strftime ( "$s" ) >= "$t" => time >= $t
    now ( ) . strftime ( "$s" ) < "$t" => time < $t
    sun . state ==|=|is " below_horizon " => not daylight
    sun . state ==|=|is " above_horizon " => daylight
    sun [is] below|under [the] horizon => not daylight
    sun . sun ==|=|is " below_horizon " => not daylight
    weather . condition|conditions|state|home ==|=|is "$s" => weather.sky == $s
    weather . wind_speed => wind
    weather . cloud_coverage => clouds
    for { minutes : $n } => for $n~min
    for { hours : $n } => for $n~h
    $x delay [:|for|of] $d => $x for $d
    wait [:|for|of] $d then notify => notify
    condition [:] $$c => when $c
    trigger [:] $$c => on $c
    platform|trigger [:] time at [:] "$t" => on $t
    action|actions|do|sequence [:] notify => notify
    service|call [:] notify . $w => notify
    mode [:] single|restart|queued|parallel =>
    alias [:] $x =>
    id [:] $x =>
    max_exceeded [:] $w =>
    notify $m title|subject [:|=] "$t" => notify $m with { title: "$t" }
    notify $m , title|subject [:|=] "$t" => notify $m with { title: "$t" }
    notify title|subject [:|=] "$t" message|body|text [:|=] $m => notify $m with { title: "$t" }
    notify message|text|body [:|=] $m => notify $m
    notify $m data [:] { $$c } => notify $m with { $c }
    [is] workday|workdays => weekday in weekdays
    [is] weekend => weekday in weekend
    $x is [in] detected => $x => $x.motion
    motion [is] detected [in|by] [the] $w => $w.motion
    [the] motion [is] detected => motion
    $w detects motion => $w.motion
    """
}
