import OppModel
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

@testable import OppSemantics

@Suite(.limited) struct PlainNameTests {
  @Test func `the prelude marks the fields that have no plain name`() throws {
    let file = SourceFile(
      path: "prelude.opp",
      text: """
        /// The sun. A name such as `light` in another line is none.
        /// Without plain names: `elevation`, `azimuth`.
        source sun { sunrise: TimeOfDay  elevation, azimuth: Number }
        """)
    let tree = Parser.parse(file).tree
    guard case .source(let view)? = tree.file.declarations.first else {
      Issue.record("the text declares a source")
      return
    }
    #expect(Prelude.fieldsWithoutPlainName(of: view) == ["elevation", "azimuth"])
  }

  @Test func `a field that joined the prelude later has no plain name`() {
    let plain = RuleSet.analyze("").checker.nameTable.prelude.fields.keys.sorted()
    #expect(
      plain == [
        "accuracy", "battery", "busy", "charging", "clouds", "dawn", "daylight", "dusk",
        "feels_like", "free", "gust", "humidity", "month", "now", "position", "pressure", "rain",
        "raining", "sky", "snow", "snowing", "solar_noon", "speed", "sunrise", "sunset", "temp",
        "time", "today", "uv", "visibility", "weekday", "wifi", "wind", "wind_from",
      ])
  }

  @Test func `a marked field is found with its source only`() {
    let names = NameTable(NameTable.State())
    let sun = SourceID(index: 0)
    names.add(
      SourceSymbol(
        parameters: [], fieldsWithoutPlainName: ["elevation"],
        fields: ["sunrise": 0, "elevation": 1], isBroken: false),
      sun, isOfPrelude: true)
    #expect(names.declares("sunrise"))
    #expect(!names.declares("elevation"))
    #expect(names[sun].fields["elevation"] == 1)
  }
}
