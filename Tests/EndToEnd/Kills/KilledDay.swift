import OppTesting

/// A day of a household, in whole seconds: its rules, the readings that come by themselves, and the service that is asked
///
/// All times are such that a short outage changes nothing: a reading that comes by itself comes again until it is kept, and the
/// service has one value from long before an event until long after it.
struct KilledDay {
  /// 2026-06-21T00:00:00Z
  static let begins: Int64 = 1_782_000_000

  /// The second from which no kill is planned, and the end of the day
  static let isCalmFrom = begins + 16 * 3600
  static let ends = begins + 24 * 3600

  static let rules = """
    set zone "UTC"
    set quiet when time in 0:00..6:00
    source hall fresh for 3h { temp: Temperature }
    source box(k: Number) fresh for 5min { temp: Temperature }
    connect hall to command("true", stream: true)
    connect box to json("http://box.example/")
    connect notifications to webhook("http://hook.example/")
    opp "Tick" on every 10min notify "tick" urgent
    opp "Few" on every 1h notify "{hall.temp}" urgent at most 5 per day
    opp "Warm" when hall.temp >= 20C for 40min notify "{hall.temp}"
    opp "Again" when hall.temp > 15C again every 45min notify "{hall.temp}"
    opp "Mean" when average(hall.temp, last 1h) > 15C again every 3h notify "{hall.temp}" urgent
    opp "Change" on hall.temp changes notify "{hall.temp}" urgent at most 12 per day
    opp "Box" on every 20min when box(1).temp > 18C notify "{box(1).temp}"
    opp "Asked" on hall.temp changes when box(4).temp > 18C notify "{box(4).temp}" urgent
    opp "Boxes" on every 40min when box(2).temp > 18C or box(3).temp > 20C notify "boxes" urgent
    """

  /// The readings of the hall, which come by themselves, some minutes apart
  let readings: [(second: Int64, degrees: Int)]

  init() {
    var random = SplitMix64(seed: 4)
    var readings: [(second: Int64, degrees: Int)] = []
    var second = Self.begins
    while second < Self.ends {
      let hour = (second - Self.begins) / 3600 % 24
      readings.append((second, 22 - Int(abs(hour - 14)) + Int(random.next() % 5)))
      second += Int64(420 + random.next() % 1200)
    }
    self.readings = readings
  }

  /// The temperature that the service has for a number, which changes ten minutes after each of the events
  ///
  /// That of number 4 never does, because its events come at any time.
  static func degrees(of number: Int, at second: Int64) -> Int {
    if number == 4 { return 21 }
    let block = UInt64((second - begins + 600) / 1200)
    var random = SplitMix64(seed: block * 8 + UInt64(number))
    return 14 + Int(random.next() % 10)
  }
}

/// A point at which a process is killed: the first of its places from its second on
struct KillPoint {
  let second: Int64
  let place: Place

  /// The seconds until the next process starts
  let down: Int64

  enum Place: CaseIterable {
    /// In the midst of a commit, of which nothing is kept
    case beforeCommit

    /// As soon as a commit is kept
    case afterCommit

    /// Before a request reaches its service
    case beforeRequest

    /// While a request is under way
    case afterRequest

    /// Before a notification reaches the person
    case beforeDelivery

    /// When the person has it, and the process does not know yet
    case afterDelivery

    /// While it sleeps
    case asleep
  }
}

/// The kills of a life, one after the other
struct KillPlan {
  /// The kills that are still to come
  private(set) var points: ArraySlice<KillPoint>

  /// The kills so far, by place
  private(set) var kills: [KillPoint.Place: Int] = [:]
  private var last = Int64.min

  /// The seconds of peace between two kills: less than an event waits for its readings
  private static let peace: Int64 = 90

  /// No kill at all
  init() { points = [] }

  /// - Parameter count: the number of kills, each place as often as the others.
  init(seed: UInt64, count: Int) {
    var random = SplitMix64(seed: seed)
    let places = KillPoint.Place.allCases
    let span = UInt64(KilledDay.isCalmFrom - KilledDay.begins)
    let seconds = (0..<count).map { _ in KilledDay.begins + Int64(random.next() % span) }
    points =
      seconds.sorted().enumerated().map { index, second in
        KillPoint(
          second: second, place: places[index % places.count],
          down: [0, 0, 1, 7, 30][Int(random.next() % 5)])
      }[...]
  }

  /// Takes the next kill, if it is at this place of a process
  ///
  /// - Returns: the seconds until the next process starts.
  mutating func kill(at place: KillPoint.Place, _ second: Int64) -> Int64? {
    guard let next = points.first, next.place == place, next.second <= second,
      last == .min || last + Self.peace <= second
    else { return nil }
    points.removeFirst()
    kills[place, default: 0] += 1
    last = second
    return next.down
  }
}

/// The world around the processes of a life, which stays when one of them is killed
struct KilledWorld {
  let day = KilledDay()
  var plan: KillPlan

  /// The second that all clocks show
  private(set) var now = KilledDay.begins

  /// The second at which the next process starts, once one was killed
  private(set) var start = KilledDay.begins

  /// `true` if the present process was killed: from then on nothing that it does has an effect
  private(set) var isDead = false

  /// The readings that were sent to the process, and those of them that it has kept
  private var sent = 0
  private var kept = 0

  /// The responses under way
  private var responses: [(second: Int64, number: Int)] = []

  /// What the person was told, by identity: a text, each time
  private(set) var told: [String: [String]] = [:]

  /// The deliveries after which the process was dead, also after a kill of another task
  private(set) var unknownDeliveries = 0

  init(_ plan: KillPlan) { self.plan = plan }

  var isOver: Bool { now >= KilledDay.ends }

  /// Kills the process, if it is to be killed at this place
  ///
  /// - Returns: whether it is dead now.
  mutating func passes(_ place: KillPoint.Place) -> Bool {
    defer { if isDead, place == .afterDelivery { unknownDeliveries += 1 } }
    guard !isDead, let down = plan.kill(at: place, now) else { return isDead }
    isDead = true
    // Nobody listens meanwhile; a reading that comes by itself ends the outage.
    let next = kept < day.readings.count ? day.readings[kept].second : .max
    start = max(now, min(now + down, next))
    return true
  }

  /// Starts a process
  mutating func begin() {
    now = start
    isDead = false
    sent = kept
    responses = []
  }

  /// Passes time until a second, or until something comes before it
  mutating func advance(to second: Int64) {
    var next = min(second, KilledDay.ends)
    if sent < day.readings.count { next = min(next, day.readings[sent].second) }
    if let first = responses.first { next = min(next, first.second) }
    now = max(now, next)
  }

  // MARK: What comes

  /// Takes the readings of the hall that have come, and that the process does not have
  mutating func takeReadings() -> [(second: Int64, degrees: Int)] {
    let come = day.readings[sent...].prefix { $0.second <= now }
    sent += come.count
    return Array(come)
  }

  /// Notes that the process has kept what it was sent
  mutating func keeps() { kept = sent }

  /// Takes a request: its response comes some seconds later, no two of them at once
  mutating func request(_ number: Int) {
    var second = now + Int64(number)
    while responses.contains(where: { $0.second == second }) { second += 1 }
    let place = responses.firstIndex { $0.second > second } ?? responses.count
    responses.insert((second, number), at: place)
  }

  /// Takes the response that has come, if any has
  mutating func takeResponse() -> (number: Int, degrees: Int)? {
    guard let first = responses.first, first.second <= now else { return nil }
    responses.removeFirst()
    return (first.number, KilledDay.degrees(of: first.number, at: now))
  }

  /// Tells the person
  mutating func tell(_ id: String, _ text: String) { told[id, default: []].append(text) }
}
