extension Phrasebook {
  /// Declarations and tests in the words and signs of other languages
  static let declarations = """
    place $w $n1 , $n2 => place $w = @$n1,$n2
    place $w = $x ; $n => place $w = $x,$n
    place $w at|is $x => place $w = $x
    let $w == $$c => let $w = $c
    let $w is|be $$c => let $w = $c
    let $w1 $w2 = $$c => let $w1_$w2 = $c
    enum $w { "$s1" , "$s2" } => enum $w { $s1, $s2 }
    enum $w { "$s1" , "$s2" , "$s3" } => enum $w { $s1, $s2, $s3 }
    enum $w { "$s1" , "$s2" , "$s3" , "$s4" } => enum $w { $s1, $s2, $s3, $s4 }
    enum $w : $w1 , $w2 => enum $w { $w1, $w2 }
    enum $w : $w1 , $w2 , $w3 => enum $w { $w1, $w2, $w3 }
    $w [=] bool => $w: Bool
    $w [=] number => $w: Number
    $w [=] text => $w: Text
    $w [=] percent => $w: Percent
    $w [=] temperature => $w: Temperature
    $w [=] duration => $w: Duration
    $w [=] instant => $w: Instant
    $w [=] date => $w: Date
    $w [=] length => $w: Length
    $w [=] power => $w: Power
    $w [=] energy => $w: Energy
    source $w ( $$c ) => source $w { $c }
    sensor|device|struct|class|type|entity|data|interface|record $w { => source $w {
    table $w by $w2 , { => table $w by $w2 {
    table $w key|keyed|indexed|on $w2 { => table $w by $w2 {
    table $w primary key $w2 { => table $w by $w2 {
    table $w by ( $w2 ) => table $w by $w2
    table $w by ( $w2 , $w3 ) => table $w by $w2, $w3
    table $w ( $w2 ) { => table $w by $w2 {
    , $w = => , $w:
    set [@the] timezone|tz|time_zone to|=|:|is|as $$c => set zone $c
    set [@the] $w to|=|:|is|be|as $x => set $w $x
    set [@the] units to|=|:|is metric => set units metric
    set [@the] units [to|=|:|is] imperial|american|fahrenheit => set units us
    set [@the] units [to|=|:|is] celsius|si => set units metric
    set @the $w $x => set $w $x
    set $w to|=|:|is|be|as $$c => let $w = $c
    $w is|as|of $w2 => $w: $w2
    let $w = lambda $w1 : $$b => let $w($w1: Temperature) = $b => let $w($w1: Number) = $b => let $w($w1: Duration) = $b => let $w($w1: Percent) = $b
    set quiet $o1 - $o2 => set quiet $o1..$o2
    set quiet [hours] $o1 to|until|till|and $o2 => set quiet $o1..$o2
    connect $w $w2 ( => connect $w to $w2(
    connect $w with|using|via|from|as|by $w2 ( => connect $w to $w2(
    connect $w to $w2 $t => connect $w to $w2($t)
    given $w with|: { $$c } => given $w { $c }
    given $w ( $$c ) => given $w { $c }
    given $x = yes|on => given $x = true
    given $x = no|off => given $x = false
    with|assume $x = $y => given $x = $y
    expect $w fires|fire => expect "$w" fires
    expect $w quiet|silent => expect "$w" quiet
    assert|check|verify|should $t => expect $t
    test $t $x => test $t at $x
    test $t on|when $x => test $t at $x
    """
}
