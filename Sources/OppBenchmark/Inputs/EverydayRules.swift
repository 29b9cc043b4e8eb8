/// Rules such as people write about their days, thirty to a person
///
/// With 35, the first person has thirty rules and the second five: `Lunch walk`, …, `Calendar check`, `Lunch walk of
/// person 1`, … `Heat of person 1`.
enum EverydayRules {
  /// The rules of the first `count`; of more than thirty, the others are those of further persons,
  /// whose hours and limits differ
  static func text(count: Int) -> String {
    var opps: [String] = []
    var person = 0
    while opps.count < count {
      opps += rules(person)
      person += 1
    }
    return places + "\n" + opps.prefix(count).joined(separator: "\n\n") + "\n"
  }

  /// The places that the rules name, in Greensboro, where the recording of the examples was made
  private static let places = """
    place home = @36.081,-79.822 within 150m
    place office = @36.0726,-79.7920 within 200m
    place park = @36.0689,-79.7963 within 400m
    place gym = @36.0653,-79.8070 within 150m
    """

  /// Thirty rules; no two persons' are the same
  private static func rules(_ person: Int) -> [String] {
    // The hour varies with period 3, the warmth with period 5: 15 persons differ in these alone.
    let hour = 7 + person % 3
    let warm = 17 + person % 5
    let name = person == 0 ? "" : " of person \(person)"
    return [
      "opp \"Lunch walk\(name)\" when sky == sunny and time in 12:0\(person % 10)..13:00 and free >= 30min near park",
      "opp \"Run before work\(name)\" when temp in 8C..\(warm)C and not raining and time in 6:00..\(hour):30 and weekday in weekdays",
      "opp \"Umbrella\(name)\" when raining and time in \(hour):00..\(hour + 1):00 near home",
      "opp \"Frost\(name)\" when temp < 0C and time in 21:00..23:30 notify \"Cover the plants: {temp}\"",
      "opp \"Heat\(name)\" when temp > \(warm + 14)C and time in 10:00..18:00 at most once per day",
      "opp \"Leave for the gym\(name)\" when free >= 90min and time in 17:00..19:30 and weekday in [mon, wed, fri]",
      "opp \"At the gym\(name)\" on entering gym notify \"Water bottle?\"",
      "opp \"Home again\(name)\" on entering home when time in 16:00..20:00",
      "opp \"Left the office\(name)\" on leaving office when time in 15:00..19:00 notify \"{temp}, {sky}\"",
      "opp \"Sunset\(name)\" on sunset - \(20 + person)min when sky in [clear, clouds] and free >= 30min",
      "opp \"Sunrise\(name)\" on sunrise when sky == clear and weekday in weekend",
      "opp \"Bins\(name)\" on 19:\(10 + person % 40) when weekday == tue near home",
      "opp \"Weekly review\(name)\" on 16:00 when weekday == fri and free >= 45min",
      "opp \"Bedtime\(name)\" on 22:30 when free >= 8h",
      "opp \"Laundry outside\(name)\" when sky == sunny and humidity < 60% and wind < 25km/h and time in 9:00..11:00 and weekday == sat",
      "opp \"Kite\(name)\" when wind in 15km/h..35km/h and sky in [clear, clouds] and weekday in weekend and daylight",
      "opp \"Picnic\(name)\" when temp >= \(warm)C and sky == sunny and free >= 2h and weekday in weekend and time in 11:00..15:00",
      "opp \"Before a meeting\(name)\" for each event in agenda on event.begins - 10min when event.busy and time in 8:00..18:00",
      "opp \"Long evening\(name)\" when free >= 4h and time in 18:00..18:30",
      "opp \"Snow\(name)\" when snowing and time in 6:00..22:00 at most once per day",
      "opp \"Fog\(name)\" when sky in [fog, mist] and time in \(hour):00..\(hour):45 and weekday in weekdays near home",
      "opp \"Storm\(name)\" when sky == thunderstorm and time in 8:00..22:00 urgent",
      "opp \"Coffee\(name)\" when free in 15min..40min and time in 15:00..16:00 near office",
      "opp \"Standing up\(name)\" on every 90min when time in 9:00..17:00 and weekday in weekdays near office",
      "opp \"Cold and wet\(name)\" when temp < 6C and raining and time in 16:00..18:00",
      "opp \"Bike\(name)\" when temp >= 10C and wind < 30km/h and not raining and time in \(hour):00..\(hour):20 and weekday in weekdays",
      "opp \"Stars\(name)\" when sky == clear and time in 22:00..23:00 and not daylight",
      "opp \"Free Friday\(name)\" when weekday == fri and free >= 5h and time in 12:00..14:00",
      "opp \"Long stay\(name)\" when near office for 9h notify \"Nine hours here\"",
      "opp \"Calendar check\(name)\" on 20:00 when not busy and weekday in sun..thu",
    ]
  }
}
