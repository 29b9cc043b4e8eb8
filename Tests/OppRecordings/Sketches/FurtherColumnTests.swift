import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppRecordings

/// Columns of a file for a source of the rules whose names differ from those of its fields
@Suite(.limited) struct FurtherColumnTests {
  private static let weather = Source(
    name: "weather", parameters: [], freshness: nil, cost: 1,
    fields: [
      Field(name: "temp", type: .temperature), Field(name: "humidity", type: .percent),
      Field(name: "wind", type: .speed), Field(name: "gust", type: .speed),
      Field(name: "wind_from", type: .angle), Field(name: "feels_like", type: .temperature),
    ])

  private func sketch(_ text: String) -> FileSketch {
    FileSketch(
      of: SketchRequest(
        file: TextFile(path: "garden.csv", bytes: Array(text.utf8)), subject: .source(Self.weather))
    )
  }

  private func check(
    _ header: String, _ row: String, _ columns: String, maybe: [String] = [],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let sketch = sketch("time,humidity,\(header)\n2026-02-13T07:05Z,40,\(row)\n")
    let options = columns.isEmpty ? "" : ", columns: {\(columns)}"
    #expect(
      sketch.connection == "connect weather to csv(\"garden.csv\"\(options))",
      sourceLocation: location)
    #expect(sketch.suggestions.map { $0.value } == maybe, sourceLocation: location)
  }

  @Test func `a column with a similar name and a unit of the field is proposed`() {
    check("Outdoor Temperature (°F)", "50", #""temp[F]": "Outdoor Temperature (°F)""#)
    check("Feels Like", "50", #""feels_like": "Feels Like""#)
    check(
      "Wind Speed (mph),Wind Gust (mph)", "10,12",
      #""wind[mph]": "Wind Speed (mph)", "gust[mph]": "Wind Gust (mph)""#)
  }

  @Test func `a column that may be something else is suggested`() {
    check(
      "Indoor Temp (°C),Outdoor Temp (°C)", "20,3", "",
      maybe: ["temp[C]=Indoor Temp (°C)", "temp[C]=Outdoor Temp (°C)"])
    check("Temperature", "20", "", maybe: ["temp=Temperature"])
    check("Direction (°)", "270", "", maybe: ["wind_from[deg]=Direction (°)"])
    check("Note", "cold", "")
    check("Battery (V)", "3", "")
  }

  @Test func `a mark of decimals is proved by the columns that are proposed, too`() {
    let sketch = sketch("time;humidity;Outdoor Temp (°C)\n2026-02-13T07:05Z;40;20,5\n")
    #expect(
      sketch.connection
        == #"connect weather to csv("garden.csv", columns: {"temp[C]": "Outdoor Temp (°C)"}, decimal: ",")"#
    )
  }
}
