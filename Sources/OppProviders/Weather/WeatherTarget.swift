internal import OppEngine
internal import OppModel
internal import OppSession

/// The target of a weather service: the weather now, or the table of the forecast
struct WeatherTarget: Sendable {
  let subject: ConnectionTarget

  /// For the cases of `Sky`
  private let graph: ConditionGraph

  /// The index of the source's parameter for the place; nil if it has none
  private let placeParameter: Int?

  /// The resolution of positions, in degrees: about 5 km, finer than most weather models
  static let cell = 0.05

  /// The age in seconds from which a report on the present keeps its own time: older than this, it
  /// is no longer of the present
  static let longestLag: Int64 = 3600

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    subject = try settings.subject()
    graph = settings.graph
    switch subject {
    case .source(_, let source):
      placeParameter = source.parameters.firstIndex {
        $0.type == .position || $0.type == .place
      }
    case .table:
      placeParameter = nil
    }
    guard subject.fields.contains(where: { WeatherReport.fields.contains($0.name) }) else {
      throw ConnectorProblem(
        "\(settings.options.kind)() cannot provide `\(settings.options.target)`")
    }
  }

  var isForecast: Bool {
    if case .table = subject { true } else { false }
  }

  /// For the table; nil for the weather now
  var memory: RowDiffer? {
    if case .table(let id, let table) = subject { RowDiffer(id, table) } else { nil }
  }

  /// The position for which a fetch requests the weather
  func position(of fetch: Fetch) throws(FetchFailure) -> Position {
    if case .source(_, let arguments) = fetch.subject, let index = placeParameter,
      arguments.indices.contains(index), let argument = arguments[index]
    {
      switch argument {
      case .position(let position): return position
      case .place(let place): return place.position
      case .truth, .scalar, .text, .list, .row: break
      }
    } else if let position = fetch.position {
      return position
    }
    throw FetchFailure(.misconfigured, "it is not known of which place the weather is wanted")
  }

  /// The arrivals of a report on the weather now
  ///
  /// - Parameter time: that of the report, by the service.
  func arrivals(
    _ report: WeatherReport, of fetch: Fetch, time: Instant?, now: Instant
  ) -> [Arrival] {
    guard case .source(let id, let source) = subject,
      case .source(_, let arguments) = fetch.subject
    else { return [] }
    // A report of 11:45 that comes at 12:00 is of 12:00; one of 05:33 is of 05:33, and stale at once.
    var instant = now
    if let time, now.seconds(since: time) > Self.longestLag { instant = time }
    let fields = source.fields.map { field in
      report.value(of: field, in: graph).map { FieldReading.known($0) } ?? .missing
    }
    return [
      .reading(
        SourceReading(
          source: id, arguments: arguments, instant: instant, fields: fields, freshness: nil,
          isLasting: false))
    ]
  }

  /// The rows of a forecast
  func rows(_ reports: [WeatherReport]) -> [[Value?]] {
    guard case .table(_, let table) = subject else { return [] }
    return reports.compactMap { report in
      let row = table.fields.map { report.value(of: $0, in: graph) }
      // A row that cannot be distinguished from others is none.
      let hasKey = table.key.allSatisfy { row.indices.contains($0) && row[$0] != nil }
      return hasKey ? row : nil
    }
  }
}

extension Position {
  /// Latitude and longitude as a URL has them, to about ten metres
  var degrees: (latitude: String, longitude: String) {
    (Self.text(latitude), Self.text(longitude))
  }

  /// Degrees with four decimals: `-123.3655`, and `0.0000` for -0.00004
  private static func text(_ degrees: Double) -> String {
    let scaled = Int((abs(degrees) * 10_000).rounded())
    let fraction = String(scaled % 10_000)
    let zeros = String(repeating: "0", count: 4 - fraction.count)
    return (degrees < 0 && scaled > 0 ? "-" : "") + "\(scaled / 10_000)." + zeros + fraction
  }
}
