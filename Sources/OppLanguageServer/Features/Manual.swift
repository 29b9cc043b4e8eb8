internal import OppModel
internal import OppSemantics

/// A word of the language in one sentence, with the page that says more
struct ManualEntry {
  let word: String

  /// The shape: `at most N per PERIOD`
  let form: String
  let text: String

  /// A page of the manual, without its extension
  let page: String

  /// The text as an editor shows it
  var markdown: String { "```opp\n\(form)\n```\n\(text)\n\nManual: \(page)" }
}

extension Analysis {
  /// The entry of a name that is built in, or of a connector
  func manualEntry(_ kind: BuiltInKind, _ name: String) -> ManualEntry? {
    guard kind == .connector else { return Manual.entry(kind, name) }
    return connector(named: name).map { connector in
      ManualEntry(
        word: name, form: connector.form, text: connector.summary, page: connector.page)
    }
  }
}

/// The documentation of the words that no file declares
///
/// Each line of a table is a word, its shape, a sentence and a page.
enum Manual {
  /// The entry of a keyword or a reserved word
  static func word(_ word: String) -> ManualEntry? {
    (declarations + clauses + parts + operators).first { $0.word == word }
  }

  /// The entry of a name that is built in
  static func entry(_ kind: BuiltInKind, _ name: String) -> ManualEntry? {
    switch kind {
    case .function: functions.first { $0.word == name }
    case .type: types.first { $0.word == name } ?? currency(name)
    case .setting: settings.first { $0.word == name }
    case .service: services.first { $0.word == name }
    case .part: fields.first { $0.word == name }
    case .word: word(name)
    case .period: word("per")
    case .row: word("event row")
    case .connector, .value, .option, .placeholder: nil
    }
  }

  /// The parameters of each way to call a function, as its form names them
  ///
  ///     average → [[values], [x, last D]]      travelled → [[last D]]
  static func parameters(ofFunction name: String) -> [[String]] {
    guard let entry = entry(.function, name) else { return [] }
    return entry.form.split(separator: "(").dropFirst().map { piece in
      piece.prefix { $0 != ")" }.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
  }

  static let declarations = entries(
    #"""
    place ¦ place NAME = P [within R] ¦ Names a pin, an address or the nearest place of a kind. ¦ Declarations
    let ¦ let NAME = EXPRESSION ¦ Names an expression. ¦ Declarations
    enum ¦ enum NAME { case, case | other name } ¦ Declares a type by its cases. ¦ Declarations
    source ¦ source NAME(parameters) fresh for D { fields } ¦ Declares where readings come from, one reading at a time. ¦ Declarations
    table ¦ table NAME by FIELD { fields } ¦ Declares rows, distinguished by the fields of `by`. ¦ Declarations
    set ¦ set NAME VALUE ¦ Sets the zone, the clock, the units, when it is quiet, or the budget. ¦ Declarations
    connect ¦ connect NAME to CONNECTOR(options) ¦ Connects a source, a table or the notifications to a service. ¦ Declarations
    test ¦ test "NAME" given … at INSTANT expect "OPP" fires ¦ Says what the rules must do with given readings. ¦ Tests
    chart ¦ chart "NAME" [for each x in LIST] of VALUE per week last 52 ¦ Declares numbers of each of the last hours, days, weeks, months or years. ¦ Charts
    opp ¦ opp "NAME" on EVENT when CONDITION near PLACE notify TEXT ¦ Declares a reminder that fires when everything it waits for comes true at once. ¦ Opps
    """#)

  static let clauses = entries(
    #"""
    for each ¦ for each NAME in LIST ¦ Makes one Opp of each row; in a chart, a series. ¦ Opps
    on ¦ on EVENT or EVENT ¦ Names the events at which the condition is looked at. ¦ Events
    when ¦ when CONDITION ¦ The condition; without `on`, the Opp fires when it comes true. ¦ Opps
    near ¦ near P [within R] [for D] ¦ True within a radius of a place: its own, or 200 m. ¦ Places
    notify ¦ notify TEXT [to WHOM] [with { name: value }] ¦ The text of the notification; without it, the name of the Opp. ¦ Opps
    record ¦ record TABLE { field: value } ¦ Adds a row to a table when the Opp fires. ¦ Opps
    colour ¦ colour COLOUR ¦ The colour of the notification. ¦ Opps
    at most ¦ at most N per PERIOD ¦ Limits how often the Opp fires in a period. ¦ Opps
    again ¦ again every D ¦ Fires again while the stretch that fired lasts. ¦ Opps
    snooze ¦ snooze D ¦ The time that `snooze` means for this Opp; otherwise 1 h. ¦ Opps
    expires ¦ expires D ¦ Gives up a notification that is not delivered within D of its firing. ¦ Opps
    urgent ¦ urgent ¦ Notifies while it is quiet too. ¦ Opps
    disabled ¦ disabled ¦ Keeps the Opp from firing. ¦ Opps
    """#)

  static let parts = entries(
    #"""
    at ¦ at most N per PERIOD ¦ Limits how often the Opp fires; in a test, an instant. ¦ Opps
    most ¦ at most N per PERIOD ¦ Limits how often the Opp fires in a period. ¦ Opps
    once ¦ at most once per PERIOD ¦ One firing in a period, or ever. ¦ Opps
    in all ¦ at most N per PERIOD in all ¦ Counts the firings of all rows together. ¦ Opps
    within last ¦ near P within R within last D ¦ True if the person was there at any time in the last D. ¦ Places
    per ¦ at most N per hour|day|week|month|DURATION, per week last 52 ¦ The period of a limit: of the calendar, or sliding; in a chart, the periods and their number. ¦ Opps
    period ¦ x in period, since period ¦ In a chart, the period that the number is of. ¦ Charts
    to ¦ notify TEXT to WHOM ¦ Whom to notify; in `connect`, by which connector. ¦ Opps
    with ¦ notify TEXT with { name: value } ¦ Values that travel with the notification. ¦ Opps
    fresh ¦ fresh for D ¦ How long a reading counts; older ones are unknown. ¦ Declarations
    cost ¦ cost N ¦ The cost of one fetch, in the unit of the rule set. ¦ Planning
    by ¦ LIST by x [descending], table NAME by FIELD ¦ Orders rows; in `table`, the fields that identify a row. ¦ Tables
    descending ¦ LIST by x descending ¦ The greatest first. ¦ Tables
    at least ¦ at least N of [a, b, c] ¦ True once N of the conditions are. ¦ Functions
    least ¦ at least N of [a, b, c] ¦ True once N of the conditions are. ¦ Functions
    exactly ¦ exactly N of [a, b, c] ¦ True where N of the conditions are, and no more. ¦ Functions
    of ¦ at least N of [a, b, c], of VALUE ¦ The conditions that are counted; in a chart, the number. ¦ Functions
    given ¦ given READING = VALUE ¦ Sets a reading from this second on. ¦ Tests
    expect ¦ expect "OPP" fires | quiet | unknown ¦ Checks what happened after the step before. ¦ Tests
    fires ¦ expect "OPP" fires [with TEXT] ¦ The Opp fires. ¦ Tests
    quiet ¦ expect "OPP" quiet ¦ The Opp does not fire. ¦ Tests
    unknown ¦ given x = unknown ¦ The reading is not known. ¦ Tests
    answer ¦ given answer "OPP" [for KEY] = done ¦ Says what a person answers to its firings. ¦ Answers
    no ¦ given no TABLE { key: value } ¦ Takes a row away. ¦ Tests
    every ¦ every D, every D from X ¦ An event each D from local midnight on, of at most 1d, or from an instant on. ¦ Events
    from ¦ every D from X, x changes from A ¦ The instant from which `every` counts; or what a value was before it changes. ¦ Events
    entering ¦ entering P ¦ The second at which `near P` comes true. ¦ Events
    leaving ¦ leaving P ¦ The second at which `near P` stops being true. ¦ Events
    changes ¦ x changes ¦ x is known and differs from its last known value. ¦ Events
    added ¦ row added ¦ The row of `for each` came into its list. ¦ Events
    removed ¦ row removed ¦ The row of `for each` left its list. ¦ Events
    event row ¦ event begins, row added ¦ `event` is a row of `agenda`; `row` the row of `for each`. ¦ Events
    begins ¦ event begins ¦ An event of the agenda begins. ¦ Events
    ends ¦ event ends ¦ An event of the agenda ends. ¦ Events
    contains ¦ x contains y ¦ The text or list x has y in it. ¦ Expressions
    starts ¦ x starts with y ¦ The text x begins with y. ¦ Expressions
    starts with ¦ x starts with y ¦ The text x begins with y. ¦ Expressions
    ends with ¦ x ends with y ¦ The end of the text x is y. ¦ Expressions
    until ¦ c until d ¦ A latch: true from c to d. ¦ Windows
    """#)

  static let operators = entries(
    #"""
    and ¦ a and b ¦ True where both are. ¦ Truth
    or ¦ a or b ¦ True where one of them is. ¦ Truth
    not ¦ not a ¦ True where a is false, unknown where a is unknown. ¦ Truth
    is ¦ x is y ¦ The same as `==`. ¦ Expressions
    in ¦ x in a..b, x in LIST ¦ x lies in the range or the list; a range of times stops before its end. ¦ Expressions
    if ¦ if c then a else b ¦ a where c is true, otherwise b. ¦ Expressions
    then ¦ if c then a else b ¦ a where c is true, otherwise b. ¦ Expressions
    else ¦ if c then a else b ¦ a where c is true, otherwise b. ¦ Expressions
    true ¦ true ¦ The condition that always holds. ¦ Truth
    false ¦ false ¦ The condition that never holds. ¦ Truth
    within ¦ near P within R, c within last D ¦ The radius of a place; or a time to look at. ¦ Windows
    for ¦ c for D ¦ True where c held at each second of the last D. ¦ Windows
    last ¦ last D, last A..B ¦ The time from D ago until now, or from B ago until A ago. ¦ Windows
    next ¦ next D ¦ The time from now on, of what is known ahead. ¦ Windows
    since ¦ since T ¦ The time from an instant until now. ¦ Windows
    each ¦ for each NAME in LIST, LIST each x ¦ Makes one Opp of each row; in a list, the value of x for each. ¦ Tables
    where ¦ LIST where c ¦ The rows for which c is true. ¦ Tables
    as ¦ LIST as NAME where c ¦ Names the row of a list. ¦ Tables
    otherwise ¦ x otherwise y ¦ y where x is unknown. ¦ Truth
    any ¦ any "CATEGORY" ¦ The nearest place of a kind. ¦ Places
    """#)

  static let settings = entries(
    #"""
    zone ¦ set zone "Europe/Paris" ¦ The zone in which times are meant. ¦ Time
    clock ¦ set clock 12h ¦ Whether times are shown with 12 or 24 hours. ¦ Declarations
    units ¦ set units us ¦ The units of texts: `metric`, `us` or `uk`. ¦ Declarations
    quiet ¦ set quiet 22:00..07:00 ¦ The hours, or with `when` the condition, while which notifications wait. ¦ Opps
    budget ¦ set budget 2000 per 1d ¦ The most that fetches may cost in a period. ¦ Planning
    """#)

  static let services = entries(
    #"""
    notifications ¦ connect notifications to ntfy("…") ¦ The notifier of the rule set. ¦ Declarations
    addresses ¦ connect addresses to nominatim() ¦ Finds positions of addresses. ¦ Places
    places ¦ connect places to overpass() ¦ Finds the nearest place of a kind. ¦ Places
    """#)

  static let functions = entries(
    #"""
    any ¦ any(rows) ¦ True if some row is there; of conditions, if one holds. ¦ Functions
    none ¦ none(rows) ¦ True if no row is there; of conditions, if none holds. ¦ Functions
    all ¦ all(rows each c) ¦ True if c holds of every row, and of none; of conditions, if all hold. ¦ Functions
    count ¦ count(rows) ¦ The number of rows. ¦ Functions
    sum ¦ sum(rows.field) ¦ The sum of amounts; 0 of none. ¦ Functions
    min ¦ min(values), min(a, b), min(x, last D) ¦ The least of a list or of some values, or of x over a time. ¦ Windows
    max ¦ max(values), max(a, b), max(x, last D) ¦ The greatest of a list or of some values, or of x over a time. ¦ Windows
    average ¦ average(values), average(x, last D) ¦ The mean of a list, or of x over a time. ¦ Windows
    first ¦ first(rows), first(rows, 3) ¦ The first row, or so many: in the order of `by`, else of the key. ¦ Functions
    distinct ¦ distinct(values) ¦ Each value once. ¦ Functions
    change ¦ change(x, last D) ¦ x now, minus x then. ¦ Windows
    total ¦ total(x, last D) ¦ The length of a speed, or the time for which a condition was true. ¦ Windows
    travelled ¦ travelled(last D) ¦ The length of the way of the person. ¦ Windows
    increase ¦ increase(x, last D) ¦ What a meter has counted: the sum of the rises of x. ¦ Windows
    times ¦ times(c, last D), times(x changes, last D) ¦ How often c became true, or x changed. ¦ Windows
    gaps ¦ gaps(FROM..TO, rows, daily: A..B) ¦ The times that rows with `begins` and `ends` leave free, as rows. ¦ Tables
    ago ¦ ago(x, D) ¦ What x was D ago. ¦ Windows
    age ¦ age(reading) ¦ The time since the latest reading that had a value of it. ¦ Windows
    began ¦ began(c) ¦ The first second of the latest stretch in which c was true. ¦ Windows
    last_change ¦ last_change(x) ¦ The second at which x became what it is. ¦ Windows
    known ¦ known(x) ¦ Whether x is known; never unknown itself. ¦ Truth
    distance ¦ distance(P), distance(P, Q) ¦ The distance of a place from the person, or of two. ¦ Places
    mod ¦ mod(a, b) ¦ What is left of a when b is taken from it as often as it goes; of numbers or durations. ¦ Functions
    abs ¦ abs(x) ¦ The size of an amount or a difference, without its sign. ¦ Functions
    round ¦ round(x) ¦ The nearest whole number. ¦ Functions
    floor ¦ floor(x) ¦ The next lower whole number. ¦ Functions
    ceil ¦ ceil(x) ¦ The next higher whole number. ¦ Functions
    sqrt ¦ sqrt(x) ¦ The square root of a number; unknown below 0. ¦ Functions
    exp ¦ exp(x) ¦ e to the power of a number. ¦ Functions
    ln ¦ ln(x) ¦ The natural logarithm of a number; unknown unless it is above 0. ¦ Functions
    lower ¦ lower(text) ¦ The text in small letters. ¦ Functions
    upper ¦ upper(text) ¦ The text in capital letters. ¦ Functions
    length ¦ length(text) ¦ The number of characters of a text. ¦ Functions
    env ¦ env("NAME") ¦ A variable of the environment, for what is secret. ¦ Declarations
    """#)

  static let fields = entries(
    #"""
    year ¦ date.year ¦ The year of a date. ¦ Types
    month ¦ date.month ¦ The month of a date. ¦ Types
    day ¦ date.day ¦ The day of the month. ¦ Types
    weekday ¦ date.weekday ¦ The weekday of a date. ¦ Types
    week ¦ date.week ¦ The number of the week by ISO 8601, 1 to 53. ¦ Types
    week_start ¦ date.week_start ¦ The Monday of the week. ¦ Types
    month_start ¦ date.month_start ¦ The first day of the month. ¦ Types
    month_end ¦ date.month_end ¦ The last day of the month. ¦ Types
    year_start ¦ date.year_start ¦ The first of January. ¦ Types
    hour ¦ time.hour ¦ The hour of a time of day. ¦ Types
    minute ¦ time.minute ¦ The minute of a time of day. ¦ Types
    date ¦ instant.date ¦ The local date of an instant. ¦ Types
    time ¦ instant.time ¦ The local time of an instant. ¦ Types
    name ¦ place.name ¦ The name of a place. ¦ Types
    position ¦ place.position ¦ The position of a place. ¦ Types
    """#)

  static let types = entries(
    #"""
    Bool ¦ Bool ¦ A condition: `raining`. ¦ Types
    Number ¦ Number ¦ A number: `12`, `3.5`. ¦ Types
    Percent ¦ Percent ¦ A percentage: `80%`. ¦ Types
    Text ¦ Text ¦ A text: `"You are {free} free"`. ¦ Types
    Duration ¦ Duration ¦ A duration: `90s`, `30min`, `1h30min`, `2d`. ¦ Types
    Length ¦ Length ¦ A length: `200m`, `5km`, `3mi`. ¦ Types
    Speed ¦ Speed ¦ A speed or a rate of fall: `30km/h`, `2mm/h`. ¦ Types
    Temperature ¦ Temperature ¦ A temperature: `20C`, `68F`. ¦ Types
    TemperatureDifference ¦ TemperatureDifference ¦ A difference of two temperatures: `temp - feels_like`. ¦ Types
    Pressure ¦ Pressure ¦ A pressure: `1013hPa`. ¦ Types
    TimeOfDay ¦ TimeOfDay ¦ A time of day: `12:00`, `7am`. ¦ Types
    Date ¦ Date ¦ A date: `2026-06-21`. ¦ Types
    Instant ¦ Instant ¦ An instant: `2026-06-21T12:00`. ¦ Types
    Weekday ¦ Weekday ¦ A weekday: `mon` … `sun`. ¦ Types
    Month ¦ Month ¦ A month: `jan` … `dec`. ¦ Types
    Position ¦ Position ¦ A position: `@48.4284,-123.3656`. ¦ Types
    Place ¦ Place ¦ A position with a name and a radius. ¦ Types
    Colour ¦ Colour ¦ A colour: `red`, `amber`, `#3366CC`. ¦ Types
    Angle ¦ Angle ¦ A direction, clockwise from north: `90deg` is the east. ¦ Units
    Elevation ¦ Elevation ¦ An angle over the horizon, from `-90deg` to `90deg`. ¦ Units
    Power ¦ Power ¦ A power: `850W`, `2kW`. ¦ Units
    Energy ¦ Energy ¦ An energy: `350Wh`, `3.2kWh`. ¦ Units
    Voltage ¦ Voltage ¦ A voltage: `230V`. ¦ Units
    Current ¦ Current ¦ A current: `16A`. ¦ Units
    Mass ¦ Mass ¦ A mass: `500g`, `2kg`, `3lb`, `8oz`. ¦ Units
    Volume ¦ Volume ¦ A volume: `2l`, `250ml`. ¦ Units
    Concentration ¦ Concentration ¦ A concentration: `800ppm`. ¦ Units
    Density ¦ Density ¦ A density, as of dust: `25ug/m3`. ¦ Units
    Illuminance ¦ Illuminance ¦ An illuminance: `300lx`. ¦ Units
    EUR ¦ EUR ¦ An amount of euros: `12.50EUR`. Every code of ISO 4217 is such a type. ¦ Units
    """#)

  /// The entry of a currency by its code
  private static func currency(_ code: String) -> ManualEntry? {
    guard let currency = Currency(code: code) else { return nil }
    let example = ValueNotation(schema: ValueSchema()).literal(
      .scalar(1250), type: .money(currency))
    return ManualEntry(
      word: code, form: code, text: "An amount of \(code): `\(example)`.", page: "Units")
  }

  /// The entries of a table
  private static func entries(_ table: String) -> [ManualEntry] {
    table.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "¦").map { part in
        var trimmed = part.drop { $0 == " " }
        while trimmed.last == " " { trimmed = trimmed.dropLast() }
        return String(trimmed)
      }
      guard parts.count == 4 else { return nil }
      return ManualEntry(word: parts[0], form: parts[1], text: parts[2], page: parts[3])
    }
  }
}
