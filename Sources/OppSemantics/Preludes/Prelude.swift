internal import OppSyntax

/// The declarations that are always there, written in Opp itself
///
/// It is parsed and checked like any file, before those of the rule set, so that its meaning does not depend on them. A
/// name that the rule set declares hides its name of the prelude for the rule set only.
package enum Prelude {
  /// The path under which messages and tools show the prelude
  package static let path = "prelude.opp"

  /// The text of the prelude, as `opp prelude` prints it
  package static let text = #"""
    // The prelude: what every rule set can use without declaring it.
    // A name that a rule set declares goes before a name of the prelude.
    // Proofs rely on the lines that begin with `Always:`.
    // Fields in a line that begins with `Without plain names:` are used with their source before them.

    /// The sky, as weather services report it, with everyday names beside.
    enum Sky {
      clear | sunny,
      clouds | cloudy,
      rain | rainy,
      drizzle,
      thunderstorm | stormy,
      snow | snowy,
      mist,
      fog | foggy,
      haze,
      smoke,
      dust,
      sand,
      ash,
      squall,
      tornado
    }

    /// The answer of a person to a firing: `opp done`, `opp dismiss`, `opp snooze`, or the buttons that do so.
    /// A firing is `unanswered` again when a snooze ends.
    enum Answer { unanswered, snoozed, dismissed, done }

    let weekdays = [mon, tue, wed, thu, fri]
    let weekend = [sat, sun]

    let noon = 12:00
    let midnight = 0:00
    let tomorrow = today + 1d
    let yesterday = today - 1d

    /// A number with its noun: `plural(2, "egg", "eggs")` is `2 eggs`.
    let plural(n: Number, one: Text, many: Text) = "{n} {if n == 1 then one else many}"

    /// The time, always known.
    source clock {
      now: Instant
      time: TimeOfDay
      today: Date
      weekday: Weekday
      month: Month
    }

    /// The sun of the solar day whose noon is nearest to 12:00 of today. Dawn and dusk are civil.
    /// Unknown where there is none today; `daylight` is always known. Without a place, that of the
    /// position last known, however old. `sun.elevation` of its centre, without refraction, and `sun.azimuth`, clockwise
    /// from the north, are now.
    /// Without plain names: `elevation`, `azimuth`.
    source sun(place: Position = position) {
      sunrise, sunset, dawn, dusk, solar_noon: TimeOfDay
      daylight: Bool
      elevation: Elevation
      azimuth: Angle
    }

    /// The position of the person.
    /// Always: `accuracy >= 0m`, `speed >= 0m/s`.
    source location
      fresh for 15min
    {
      position: Position
      accuracy: Length
      speed: Speed
    }

    /// The weather at a place; without one, where the person is. The wind comes from `wind_from`: 270deg is the west.
    /// Always: `humidity in 0%..100%`, `clouds in 0%..100%`, `wind >= 0m/s`, `gust >= 0m/s`.
    /// Always: `rain >= 0mm/h`, `snow >= 0mm/h`, `pressure >= 0hPa`, `visibility >= 0m`.
    /// Always: `uv >= 0`.
    source weather(place: Position = position)
      fresh for 1h
    {
      sky: Sky
      temp, feels_like: Temperature
      humidity, clouds: Percent
      wind, gust: Speed
      wind_from: Angle
      rain, snow: Speed
      pressure: Pressure
      visibility: Length
      uv: Number
      raining, snowing: Bool
    }

    /// The time until the next busy event: 0 while busy, at most 3650 days.
    /// Always: `free in 0s..3650d`, `not busy or free == 0s`.
    source calendar
      fresh for 1h
    {
      free: Duration
      busy: Bool
    }

    /// The device that notifies the person.
    /// Always: `battery in 0%..100%`.
    source device
      fresh for 15min
    {
      battery: Percent
      charging, wifi: Bool
    }

    /// A ski resort. `new_snow` fell in the last day.
    /// Always: `new_snow >= 0cm`, `base >= 0cm`, `lifts_open >= 0`.
    source resort(name: Text)
      fresh for 6h
    {
      new_snow, base: Length
      lifts_open: Number
    }

    /// A shop, by its name.
    source store(name: Text)
      fresh for 1d
    {
      open: Bool
      opens, closes: TimeOfDay
    }

    /// An item in a shop: how many there are, and for how much.
    /// Always: `count >= 0`.
    source stock(store: Text, item: Text)
      fresh for 1d
    {
      count: Number
      price: Number
      on_sale: Bool
    }

    /// Events of the calendar, from 32 days back to 400 ahead.
    /// Always: `begins <= ends`.
    table agenda by begins, uid {
      uid, title: Text
      begins, ends: Instant
      location: Text
      busy, all_day: Bool
    }

    /// The forecast of the weather service, a row for each interval.
    /// Always: `begins <= ends`.
    table forecast by begins {
      begins, ends: Instant
      sky: Sky
      temp: Temperature
      rain, snow, wind: Speed
      raining: Bool
    }

    /// Local events: concerts, markets, festivals.
    /// Always: `begins <= ends`.
    table happenings by id {
      id, title, category, venue: Text
      position: Position
      begins, ends: Instant
    }

    /// The friends who share where they are.
    table friends by name {
      name: Text
      position: Position
      free_until: Instant
    }

    /// The firings of the last 400 days, a row for each from the next second on, whether or not anybody was notified;
    /// `firings("Name")` has those of one Opp. `row` is the key of the row of `for each`, as `--row` takes it: `dishes`,
    /// or `dishes, 2`; "" without `for each`. `answered` is the time of `dismissed` or `done`, else unknown. `ended` is the
    /// first second after it at which the condition of the Opp is known to be false, unknown until then.
    table firings by opp, row, at {
      opp, row: Text
      at: Instant
      text: Text
      answer: Answer
      answered: Instant
      ended: Instant
    }

    """#

  /// The beginning of the line of a source's documentation that names the fields without plain names
  private static let markOfFullNames = "Without plain names: "

  /// The fields of a source that are used with its name before them only
  ///
  /// A field that joins the prelude takes no name from the rules that are there already.
  ///
  /// ```opp
  /// /// Without plain names: `elevation`, `azimuth`.
  /// source sun(place: Position = position) { … }
  /// ```
  static func fieldsWithoutPlainName(of source: SourceDeclarationSyntax) -> Set<String> {
    var names: Set<String> = []
    for line in source.documentation where line.hasPrefix(markOfFullNames) {
      // Every other piece between backticks is a name.
      let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() where index % 2 == 1 { names.insert(String(piece)) }
    }
    return names
  }

  /// The tree of the prelude, which is parsed once
  static let parsed: (tree: SyntaxTree, diagnostics: [Diagnostic]) = Parser.parse(
    SourceFile(path: path, text: text))
}
