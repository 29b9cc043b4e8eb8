internal import OppModel

/// A day as a dial: rings of rows and conditions, and dots of firings around them
///
/// A clock of 24 hours has one dial, whose top is midnight; a clock of twelve has two, before and after noon.
///
/// ```
///         0                        12                     12
///    21  ╭──╮  3               9  ╭──╮  3             9  ╭──╮  3
///   18   │  │   6                 │  │                   │  │
///    15  ╰──╯  9                  ╰──╯  6 am              ╰──╯  6 pm
///        12
/// ```
struct DayDial {
  let day: ReportedDay

  /// The arcs of the rings
  let arcs: [Arc]

  /// The firings, with the class of their colour
  let firings: [(at: Instant, colour: String)]

  /// An interval on a ring
  struct Arc {
    let from: Int64
    let to: Int64
    let ring: Int
    let colour: String
  }

  /// The radius of the hours' labels, of the firings and of the outermost ring, and the width from one ring to the next
  private static let labelRadius = 184.0
  private static let firingRadius = 160.0
  private static let ringRadius = 140.0
  private static let ringPitch = 17.0

  /// The most rings that there is room for
  static let ringLimit = 5

  /// Half a side of the drawing
  private static let centre = 200.0

  /// The units of a dial's side
  static let size = 400

  /// The names of the dials: of 24 hours none
  var halves: [String] { day.axis.clock.usesTwelveHourClock ? ["am", "pm"] : [""] }

  /// The content of one dial
  ///
  /// - Parameters:
  ///   - half: the index of the dial.
  ///   - ringCount: how many rings there are, for their tracks.
  func paths(half: Int, ringCount: Int) -> String {
    let hours = halves.count == 2 ? 12.0 : 24.0
    let first = Double(half) * 12 * 3600
    let (from, to) = (first, first + hours * 3600)
    func turn(_ second: Double) -> Double { (second - from) / (to - from) }
    var text = ""
    for ring in 0..<max(ringCount, 1) {
      let radius = Self.ringRadius - Double(ring) * Self.ringPitch
      text += "<circle class=\"o\" cx=\"200\" cy=\"200\" r=\"\(Markup.number(radius))\"/>"
    }
    for arc in arcs {
      let start = max(wall(arc.from, isEnd: false), from)
      let end = min(wall(arc.to, isEnd: true), to)
      // An arc without a length is drawn for three minutes.
      guard start < to, end >= from, end > start || arc.from == arc.to else { continue }
      let radius = Self.ringRadius - Double(arc.ring) * Self.ringPitch
      let path = Self.arc(turn(start), turn(max(end, min(start + 180, to))), radius)
      text += "<path class=\"a \(arc.colour)\" d=\"\(path)\"/>"
    }
    for hour in stride(from: 0, to: Int(hours), by: 1) {
      let angle = Double(hour) / hours
      let isLabelled = hour % 3 == 0
      let (outer, inner) = (173.0, isLabelled ? 165.0 : 169.0)
      text += "<path class=\"g\" d=\"M\(Self.point(angle, inner))L\(Self.point(angle, outer))\"/>"
      guard isLabelled else { continue }
      let shown = halves.count == 2 && hour == 0 ? 12 : hour
      let (x, y) = Self.place(angle, Self.labelRadius)
      text +=
        "<text x=\"\(Markup.number(x))\" y=\"\(Markup.number(y + 5))\" text-anchor=\"middle\">\(shown)</text>"
    }
    for firing in firings {
      let second = wall(firing.at.seconds, isEnd: false)
      guard second >= from, second < to else { continue }
      let (x, y) = Self.place(turn(second), Self.firingRadius)
      text +=
        "<circle class=\"b \(firing.colour)\" cx=\"\(Markup.number(x))\" cy=\"\(Markup.number(y))\" r=\"5\"/>"
    }
    return text
  }

  /// The second of the day that the wall clock shows; 0 before the day, 86,400 after it
  private func wall(_ second: Int64, isEnd: Bool) -> Double {
    guard second > day.axis.span.lowerBound else { return 0 }
    guard second < day.axis.span.upperBound else { return 86_400 }
    let shown = day.axis.clock.zone.local(at: Instant(seconds: second)).secondOfDay
    return shown == 0 && isEnd ? 86_400 : Double(shown)
  }

  /// The path of an arc between two turns of a circle, from 0 at the top to 1
  private static func arc(_ from: Double, _ to: Double, _ radius: Double) -> String {
    let size = Markup.number(radius)
    var path = "M\(point(from, radius))"
    // An arc of a whole turn has no direction: it is drawn in two.
    let middle = (from + to) / 2
    if to - from > 0.5 { path += "A\(size) \(size) 0 0 1 \(point(middle, radius))" }
    return path + "A\(size) \(size) 0 0 1 \(point(to, radius))"
  }

  /// A point on a circle, as `x y`
  private static func point(_ turn: Double, _ radius: Double) -> String {
    let (x, y) = place(turn, radius)
    return "\(Markup.number(x)) \(Markup.number(y))"
  }

  /// A point on a circle
  private static func place(_ turn: Double, _ radius: Double) -> (x: Double, y: Double) {
    let angle = turn * 2 * Double.pi
    return (
      centre + radius * Mathematics.sine(angle), centre - radius * Mathematics.cosine(angle)
    )
  }
}
