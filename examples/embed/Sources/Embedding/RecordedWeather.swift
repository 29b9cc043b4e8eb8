import Foundation
import OppKit

/// A recorded day of `examples/live`: stands in for the service that an app would request
public struct RecordedWeather {
  private let readings: [(at: Timestamp, fields: [String: Value])]

  /// - Parameter csv: a header, and a reading a line, in the summer time of Amsterdam.
  public init(csv: String) {
    let lines = csv.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    let header = lines.first ?? []
    readings = lines.dropFirst().compactMap { cells in
      guard let time = cells.first, let at = Timestamp("\(time):00+02:00") else { return nil }
      var fields: [String: Value] = [:]
      for (name, cell) in zip(header, cells).dropFirst() where !name.hasSuffix("]") {
        // A text is read as the cells of a recording are: `19.2` of a temperature is 19.2 °C, `clear` a case of `Sky`.
        fields[name] = .text(cell)
      }
      return (at, fields)
    }
  }

  /// The recording of the checkout
  public static func live() throws -> RecordedWeather {
    let file = URL(filePath: #filePath).appending(path: "../../../../live/data/weather.csv")
    return RecordedWeather(csv: try String(contentsOf: file.standardized, encoding: .utf8))
  }

  /// Responds to a request with the latest reading of the recording
  public func response(to request: Request, at now: Timestamp) -> Response {
    guard request.source == "weather", let last = readings.last(where: { $0.at <= now }) else {
      return Response(to: request.id, failure: RequestFailure(.unreachable, "there is no reading"))
    }
    // Services respond with the weather of now: that of the last hour counts from its arrival.
    return Response(to: request.id, [.reading(Reading("weather", last.fields))])
  }
}
