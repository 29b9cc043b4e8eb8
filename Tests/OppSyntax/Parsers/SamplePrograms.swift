/// Programs that use all of the syntax
enum SamplePrograms {
  static let lunch = """
    // lunch.opp
    place park = "Beacon Hill Park, Victoria" within 300m

    opp "Lunch walk"
      when sky == sunny and time in 12:00..13:00 and free >= 30min
      near park
      notify "Sunny and {temp}. You are free for {free}."
      colour amber
      at most once per day
    """

  static let oneLine =
    #"opp "Lunch walk" when sky == sunny and time in 12:00..13:00 and free >= 30m near "Beacon Hill Park, Victoria""#

  static let declarations = """
    place home = @48.4284,-123.3656 within 150m     // a pin, an address, or any "category"
    place shop = any "grocery store"
    let warm = temp >= 18C and not raining          // a name for an expression
    let score(d: Length, grams: Number) = d / 1km * grams

    enum Mode { walk | foot, bike | cycle, bus, car }     // `|` gives a case another name

    /// One reading at a time. Parameters may have defaults.
    source thermostat(room: Text = "hall")
      fresh for 15min       // a reading is unknown when older than this
      cost 2
    {
      inside: Temperature
      heating: Bool
    }
    source stock(store, item: Text) { count, price: Number, on_sale: Bool }

    /// Rows; `by` names what identifies a row.
    table chores by id {
      id: Text
      name, owner: Text
      due: Instant
      done: Bool
      tags: [Text], place: Position
    }

    set zone "America/Vancouver"
    set clock 12h
    set quiet 22:00..07:00      // firings in quiet hours are told at their end

    connect weather  to openmeteo()
    connect calendar to ical("https://example.org/me.ics")
    connect chores   to csv("chores.csv")
    connect notifications to ntfy("https://ntfy.example.org/opps", token: env("NTFY_TOKEN"))
    """

  static let opps = """
    chart "Kilometres" for each m in distinct(trips each mode)
      of sum(trips where mode == m and ended in period each distance)
      per week last 52
    chart "Warmth" of average(temp, since period) per day last 30

    opp "Everything 🎿"
      for each chore in chores as c where not c.done and c.due < now + 2h
      on entering park within 200m or leaving "1 Main St" or every 10min or sky changes
        or chore added or event begins or 07:30 or sunset - 30min or (raining or snowing)
      when temp > 20C for 1h and average(temp, last 3h) > -5C
        and travelled(since began(moving)) > 2km
        and any(tasks as u where u.id != chore.id and u.begins < chore.ends)
        and not (raining within last 2h) and sky not in [rain, drizzle] and x is not y
        and (if warm then near park within 1km else near any "grocery store")
      near park within 300m within last 2h
      notify "{chore.name} {stock(store: "Lidl", item: "milk").price}" to ["me", "you"]
        with { in: 5 for: chore.due, c: -5C }
      record trips { mode: walk distance: 1_200m }
      colour #FFBF00
      at most 3 per 2h
      again every 10min
      snooze 1h30m
      urgent
      disabled
    opp "Flags" when colour == red at most once urgent
    """

  static let tests = """
    test "fires at a sunny noon, once"
      given sky = sunny, free = 45min, position = @48.4133,-123.3655
      at 2026-06-21T11:59  expect "Lunch walk" quiet
      at 2026-06-21T12:00  expect "Lunch walk" fires
      at 2026-06-21T12:20  given sky = clouds
      at 2026-06-21T12:40  given sky = sunny  expect "Lunch walk" quiet   // at most once per day
      at 2026-06-21T12:00-07:00 given chores { id: "a", done: false }, no chores { id: "b" },
        weather(cabin).temp = unknown
        expect "Chore" for "a" fires with "Do it" expect "Chore" for "b", 2 unknown
    """

  static let all = [lunch, oneLine, declarations, opps, tests]
}
