extension Phrasebook {
  /// Tests, records, texts and delays in the words and signs of other languages
  static let steps = """
    given $x : $y => given $x = $y
    given "$s" answered|answers|was $w => given answer "$s" = $w
    given "$s" = $w => given answer "$s" = $w
    on|when $i expect => at $i expect
    on|when $i given => at $i given
    connect $w "$s" to => connect $w("$s") to
    { $$c % } => {$c:%}
    $x % } => $x:%}
    $x / $y % => $x / $y:%
    given that $x = $y => given $x = $y
    $x = $y and $w = $z => $x = $y, $w = $z
    $x = $y and $w2 = $z => $x = $y, $w2 = $z
    test $t : given => test $t given
    test $t : => test $t
    test $t when $x = $y => test $t given $x = $y
    test $t set|let|with|if|assume|where $x = $y => test $t given $x = $y
    test $t $x = $y => test $t given $x = $y
    test $w given => test "$w" given
    test $w at => test "$w" at
    at "$s" expect => at $s expect
    given $y $x at => given $x = $y at
    given $$c expect $t fires at $i => given $c at $i expect $t fires
    given $$c expect $t quiet at $i => given $c at $i expect $t quiet
    then expect => expect
    expect that $t => expect $t
    expect opp $t => expect $t
    expect $t does|did not fire|fires => expect $t quiet
    expect $t doesn ' t fire => expect $t quiet
    expect $t not [to] fires|fire => expect $t quiet
    expect not $t fires => expect $t quiet
    expect not $t => expect $t quiet
    expect no $t => expect $t quiet
    expect $t to fire => expect $t fires
    expect $t to be quiet|silent => expect $t quiet
    expect $t not to fire => expect $t quiet
    expect $t is|be|stays|remains [to] quiet|silent => expect $t quiet
    expect $t silent|nothing|silence|false|no => expect $t quiet
    expect $t true|yes|fire|triggers|triggered => expect $t fires
    expect $t fires [with] [text|message] "$s" => expect $t fires with "$s"
    expect $t fires once => expect $t fires
    expect fires $t => expect $t fires
    expect quiet $t => expect $t quiet
    expect $t == fires|fire => expect $t fires
    expect $t => expect $t fires
    record $w ( $$c ) => record $w { $c }
    record { $$c } in|into|to $w => record $w { $c }
    record into|in|to $w { => record $w {
    @send [in] [into|to] $w { => record $w {
    @send into $w values ( $$c ) => record $w { $c }
    $w . append|add|insert|push ( $$c ) => record $w { $c }
    notify $t , $x => notify $t:open~{$x}"
    notify $t $w ( $$c ) => notify $t:open~{$w($c)}"
    notify $t $w . $w2 => notify $t:open~{$w.$w2}"
    notify $t + $x + $y => notify $t:open~{$x}" + $y
    notify $t . $x => notify $t:open~{$x}"
    $t BARS $x => $t:open~{$x}"
    $t . $x => $t:open~{$x}"
    notify $w "$t" => notify "$t" to $w:quoted
    to $w and $w2 => to ["$w", "$w2"]
    to $w , $w2 => to ["$w", "$w2"]
    to [ $w , $w2 ] => to ["$w", "$w2"]
    to $t and $t2 => to [$t, $t2]
    to $t or $t2 => to [$t, $t2]
    notify urgent $t => notify $t urgent
    notify urgently $t => notify $t urgent
    on $o notify $t to $t2 after|in|delay $d => on $o + $d notify $t to $t2
    on $o notify $t after|in|delay $d => on $o + $d notify $t
    on $x notify $t to $t2 after|in $d => on $x + $d notify $t to $t2
    when $$c wait|delay|after $d notify => when $c:grouped for $d notify
    when $$c notify $t delay|after|in [of|by] $d => when $c:grouped for $d notify $t
    when $x then wait $d notify => when $x for $d notify
    if $x "$t" else "$t2" => if $x then "$t" else "$t2"
    if $x : "$t" else "$t2" => if $x then "$t" else "$t2"
    if $x : "$t" else : "$t2" => if $x then "$t" else "$t2"
    if $x then "$t" ) => if $x then "$t" else "")
    { $$c ? $t : $t2 } => {if $c then $t else $t2}
    $x ? "$t" : "$t2" => if $x then "$t" else "$t2"
    $x in|as|to f|fahrenheit => $x:F
    $x in|as|to c|celsius => $x:C
    $x in|as|to km|kilometres|kilometers => $x:km
    $x in|as|to miles|mi => $x:mi
    $x in|as|to hours|h => $x:h
    on $o when $$c notify $t else notify $t2 => on $o notify if $c then $t else $t2
    on $o when $$c notify $t else $t2 => on $o notify if $c then $t else $t2
    when $$c notify $t else notify $t2 => when $c notify $t opp "Otherwise" when not ($c) notify $t2
    when $$c notify $t else $t2 => when $c notify $t opp "Otherwise" when not ($c) notify $t2
    format ( $x , "$s" ) => $x
    $x . format ( "$s" ) => $x
    $x . toisostring|tolocalestring ( ) => $x
    when , => when
    near $p for $d within $n => near $p within $n for $d
    for $d near $p => near $p for $d
    on $p entering|entered|arriving|arrived|reached|enter => on entering $p
    on $p leaving|left|exiting|exited|departed|leave => on leaving $p
    enter|entering|arrive|arriving|reach ( $x ) => entering $x
    leave|leaving|exit|exiting|depart ( $x ) => leaving $x
    for : $o => for $o:span
    lasting|during $d => for $d
    again $d => again every $d
    at $n per => at most $n per
    at once per => at most once per
    on $d before $p => on $p - $d
    on $d after $p => on $p + $d
    near "$s" any => near any "$s"
    given $x expect => given $x = true expect
    for each $w where $$c in $w2 => for each $w in $w2 where $c
    expires at|until|on|by $o => expires $o:until
    end [if] =>
    endif|fi =>
    msg|payload|event|state|data|this|self . payload|data|state|attributes . $w => $w
    msg|payload|event|state|data|this|self . $w => $w
    when $$c , => when $c and
    record $w at : $x => record $w { at: $x }
    record $w $w2 : $x => record $w { $w2: $x }
    record $w $w2 : $x , $w3 : $y => record $w { $w2: $x, $w3: $y }
    given answer $w for|to|of "$s" => given answer "$s" = $w
    and : $$c => and $c
    or : $$c => or $c
    record $w with|: { => record $w {
    with { $w } => with { $w: $w }
    with { $w , $w2 } => with { $w: $w, $w2: $w2 }
    near $x , $y => near $x and $y
    near $w or near $w2 => when near $w or near $w2
    near $w and near $w2 => when near $w and near $w2
    connect $w = $w2 ( => connect $w to $w2(
    place $w : $x => place $w = $x
    place $w1 $w2 = => place $w1_$w2 =
    place $w { lat|latitude : $n1 , lon|lng|longitude : $n2 } => place $w = @$n1,$n2
    place $w { lat|latitude : $n1 lon|lng|longitude : $n2 } => place $w = @$n1,$n2
    place $w = { lat|latitude : $n1 , lon|lng|longitude : $n2 } => place $w = @$n1,$n2
    place $w $x => place $w = $x
    = $x + - $n => = $x within $n
    create table $w => table $w
    list|collection|array $w by => table $w by
    source $w = { => source $w {
    source $w : => source $w
    define|def $w as|= $$c => let $w = $c
    let $w as|to $$c => let $w = $c
    quiet $o1 .. $o2 => set quiet $o1..$o2
    set quiet_hours|quiethours|silence|dnd $o1 .. $o2 => set quiet $o1..$o2
    set quiet_hours|quiethours|silence|dnd [from] $o1 -|to|until $o2 => set quiet $o1..$o2
    to ics ( => to ical(
    connect $w to $w2 ( $w3 . $w4 ) => connect $w to $w2("$w3.$w4")
    connect calendar to => connect agenda to
    connect $w . $w2 to => connect $w to
    enum $w { $w1 = $n1 , $w2 = $n2 } => enum $w { $w1, $w2 }
    enum $w { $w1 = $n1 , $w2 = $n2 , $w3 = $n3 } => enum $w { $w1, $w2, $w3 }
    let $w ( $$c ) { $$b } => let $w($c) = $b
    let $w ( $w2 $w1 ) = => let $w($w1: $w2) =
    fun|func|function|def $w ( $$c ) = => let $w($c) =
    chart $t show|line|plot|graph|bar $$c => chart $t of $c
    chart $t $x => chart $t of $x
    opp $t $x $q $y => opp $t when $x $q $y
    notify $t for $t2 => notify $t to $t2
    notify $t that|: $t2 => notify $t2 to $t
    urgent : yes|on|1 => urgent
    urgent yes|true|on => urgent
    opp $t ( $$c ) => opp $t $c
    opp $t = => opp $t
    opp $t , => opp $t
    opp $t - => opp $t
    again $n [times|x] every $d => again every $d for $d:times
    at $i at|,|@ $o => at $i~T$o:clock
    repeat [it] $n [times|x] every $d => again every $d for $d:times
    again every $d up to|until|during|max|maximum $d2 => again every $d for $d2
    at most once today => at most once per day
    at most $n [times] [a|per|each|every] $w => at most $n:count per $w
    per morning|evening|night|afternoon => per day
    enabled [:|=] false|no|off => disabled
    when $$c notify $t otherwise notify $t2 => when $c notify $t opp "Otherwise" when not ($c) notify $t2
    on $$c notify $t else notify $t2 => on $c notify $t opp "Otherwise" on not ($c) notify $t2
    notify $t and notify $t2 => notify "$t:inner $t2:inner"
    notify $t notify $t2 => notify "$t:inner $t2:inner"
    notify if $$c then $t => when $c notify $t
    if $$c then $t } => if $c then $t else ""}
    let $w $x $q $y => let $w = $x $q $y
    let $w = ( $$c ) = > $$b => let $w($c) = $b
    let $w = ( $w1 ) = > $$b => let $w($w1: Temperature) = $b => let $w($w1: Number) = $b => let $w($w1: Duration) = $b => let $w($w1: Percent) = $b
    let $w = $w1 = > $$b => let $w($w1: Temperature) = $b => let $w($w1: Number) = $b => let $w($w1: Duration) = $b => let $w($w1: Percent) = $b
    let $w = $x , $w2 = $y => let $w = $x let $w2 = $y
    $w : : $w2 => $w2
    given $x $y => given $x = $y
    given $x $q $y => given $x = $y
    given answer $t $w => given answer $t = $w
    given $x = "$s" => given $x = $s
    given $w is|= empty => given no $w
    given $w { } => given no $w
    given $w = [ ] => given no $w
    given $w = [ { $$c } ] => given $w { $c }
    given $w = [ { $$c } , { $$b } ] => given $w { $c }, { $b }
    given $w [ { $$c } ] => given $w { $c }
    given $w = { $$c } => given $w { $c }
    expect $t notifies|notify|says|sends|prints "$s" => expect $t fires with "$s"
    expect $t fires for $t2 => expect $t for $t2 fires
    expect $t fires saying|text|message "$s" => expect $t fires with "$s"
    changes to "$s" => changes to $s
    changes from "$s" to "$s2" => changes from $s to $s2
    changes from "$s" => changes from $s
    on $x changes to $w or $w2 => on $x changes to $w or $x changes to $w2
    changes $w to $w2 => changes from $w to $w2
    when $x $w => when $x == $w
    when $x : $w => when $x == $w
    connect $w ( $$c ) to $w2 => connect $w2 to $w($c)
    connect $w ( ) to $w2 => connect $w2 to $w()
    connect $w to weather|agenda|location|calendar => connect weather to $w()
    connect to openmeteo ( ) => connect weather to openmeteo()
    connect $w to $w2 => connect $w to $w2()
    fixed ( $n , $n2 ) => fixed(@$n,$n2)
    fixed ( $w = $n , $w2 = $n2 ) => fixed(@$n,$n2)
    $w : c|f|celsius|fahrenheit|degrees => $w: Temperature
    $w : percent|percentage => $w: Percent
    $w : % => $w: Percent
    $w : km|m|mi|meter|meters => $w: Length
    $w : w|kw|watt|watts => $w: Power
    $w : min|h|s|minutes|hours => $w: Duration
    $w : v|volt|volts => $w: Voltage
    $w : kg|g => $w: Mass
    $w : ppm => $w: Concentration
    $w : $w2 ? => $w: $w2
    $w : $w2 = $v => $w: $w2
    $w : optional $w2 => $w: $w2
    { temperature $w => { $w: Temperature
    { number $w => { $w: Number
    { bool $w => { $w: Bool
    { text|string $w => { $w: Text
    temperature $w => $w: Temperature
    number|int|float|double $w => $w: Number
    bool|boolean $w => $w: Bool
    text|string $w => $w: Text
    percent $w => $w: Percent
    duration $w => $w: Duration
    instant|datetime $w => $w: Instant
    date $w => $w: Date
    primary key =>
    not null =>
    "$s" : $w => $s: $w
    source $w [fresh] [every] [:] $d { => source $w fresh for $d {
    table $w by $w2 [ $$c ] => table $w by $w2 { $c }
    table $w ( $w2 : $$c ) => table $w by $w2 { $w2: $c }
    create table $w ( $w2 $w3 , $$c ) => table $w by $w2 { $w2: $w3, $c }
    list|collection|array $w { => table $w by id {
    $w list|table by => table $w by
    set budget $n / day => set budget $n per day
    to file|sheet|excel ( => to csv(
    again every $d until done|answered|confirmed|acknowledged => again every $d
    opp $t $x notify => opp $t when $x notify
    tell|ask|remind $t $t2 => notify $t2 to $t
    notify $t $t2 => notify $t2 to $t
    $w - $w2 : => $w_$w2:
    test $w => test $w:quoted
    expect $t fires at $i => at $i expect $t fires
    expect $t quiet at $i => at $i expect $t quiet
    at $i expect => at $i~T12:00 expect
    , expect => expect
    , given => given
    , at => at
    $w { $w2 : => record $w { $w2:
    when : => when
    notify : => notify
    colour : => colour
    on : => on
    colour "$s" => colour $s
    source $w { $w2 : enum { $$c } } => enum $w2:title { $c } source $w { $w2: $w2:title }
    source $w { $w2 : $w3 BAR $w4 } => enum $w2:title { $w3, $w4 } source $w { $w2: $w2:title }
    source $w { $w2 : "$s" BAR "$s2" } => enum $w2:title { $s, $s2 } source $w { $w2: $w2:title }
    $w : °c => $w: Temperature
    $w : °f => $w: Temperature
    def|function|fun|func|fn $w ( $$c ) : return $$b => let $w($c) = $b
    def|function|fun|func|fn $w ( $$c ) { return $$b } => let $w($c) = $b
    def|function|fun|func|fn $w ( $$c ) : $$b => let $w($c) = $b
    """
}
