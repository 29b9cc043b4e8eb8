internal import OppModel

/// A strip of truth as paths: the track, the unknown intervals, the true ones, the firings
///
/// A line of a path is as thick as the strip is high, so that an interval takes some bytes; a firing is the round cap of a line without
/// length. Lines keep their thickness and caps stay round at any width of the page (`vector-effect`).
///
/// ```
///      ●            ●  ●           firings, y 4
/// ─────███──────────█████──────    true over the track, y 17
/// ```
struct StripDrawing {
  let axis: TimeAxis

  /// The units from the left to the right
  let columns: Int

  /// The middle of the strip and of the firings above it
  static let middle = 17
  static let firingLine = 5

  /// More firings than these have smaller dots
  private static let smallDots = 45

  /// The units from the top to the bottom
  static let height = 25

  /// The paths of a strip
  ///
  /// - Parameters:
  ///   - lane: nil for an Opp that only waits for events, which has a thin line.
  ///   - isThin: whether it is that of an Opp that fires at events only.
  ///   - x: the units at the left of the strip.
  func paths(
    _ lane: TruthLane?, isThin: Bool = false, firings: [Instant] = [], x: Int = 0, y: Int = 0
  ) -> String {
    let middle = Self.middle + y
    let last = max(Int((axis.place(axis.known.upperBound) * Double(columns)).rounded(.up)), 1)
    let known = Int(axis.place(axis.known.lowerBound) * Double(columns))..<min(last, columns)
    let track = Markup.lines(known.isEmpty ? [] : [known], y: middle, x: x)
    var text = "<path class=\"\(lane == nil ? "w" : "k")\" d=\"\(track)\"/>"
    if let lane {
      text += path("u", Markup.lines(lane.runs(.unknown, axis, columns: columns), y: middle, x: x))
      for (name, runs) in zip(["t", "t t2", "t t3"], lane.levels(axis, columns: columns)) {
        text += path(name, Markup.lines(runs, y: middle, x: x))
      }
      if isThin { text = "<g class=\"e\">\(text)</g>" }
    }
    let seen = firings.filter { axis.span.contains($0.seconds) }
    var places = seen.map { axis.column(of: $0.seconds, among: columns) }
    // Many dots are smaller, and fewer if they would be one.
    let name = places.count > Self.smallDots ? "f n" : "f"
    if places.count > columns / 4 { places = places.map { $0 - $0 % 4 } }
    return text + path(name, Markup.dots(places, y: Self.firingLine + y, x: x))
  }

  /// A path, or nothing if it has no lines
  private func path(_ name: String, _ lines: String) -> String {
    lines.isEmpty ? "" : "<path class=\"\(name)\" d=\"\(lines)\"/>"
  }

  /// The path of one interval, as of a row that begins and ends; one that is short is a column wide
  func bar(from: Int64, to: Int64, x: Int = 0, y: Int = 0) -> String {
    let first = Int(axis.place(max(from, axis.span.lowerBound)) * Double(columns))
    let last = Int((axis.place(min(to, axis.span.upperBound)) * Double(columns)).rounded(.up))
    let start = min(max(first, 0), columns - 2)
    return Markup.lines([start..<max(last, start + 2)], y: Self.middle + y, x: x)
  }
}
