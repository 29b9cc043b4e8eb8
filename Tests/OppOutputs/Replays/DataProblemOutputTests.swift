import OppModel
import OppRecordings
import OppTestLimits
import Testing

@testable import OppOutputs

@Suite(.limited) struct DataProblemOutputTests {
  private func report(_ text: String, isJSON: Bool) -> (status: OppOutputs.ExitStatus, text: String)
  {
    var graph = ConditionGraph()
    graph.sources = [
      Source(
        name: "weather", parameters: [], freshness: 3600, cost: 1,
        fields: [Field(name: "temp", type: .temperature)])
    ]
    let files = RecordingFiles(folder: "/home/me/data", ["weather.csv": Array(text.utf8)])
    let recording = Recording(
      reading: files, graph: graph, zones: RecordingZones(zone: { _ in nil }))
    let console = Console()
    let output = DataProblemOutput(
      folder: "data", root: "/home/me/data", console: console, isJSON: isJSON)
    let status = output.report(recording.problems, [])
    console.flush()
    return (status, String(decoding: console.transcript, as: UTF8.self))
  }

  @Test func `a problem of data has its place, by the folder as it was named`() {
    let found = report("time,temp\n2026-06-21T12:00Z,cold\n", isJSON: false)
    #expect(found.status == .problems)
    #expect(
      found.text == """
        error: `temp` is a temperature, such as `20C`, not `cold` (bad-cell)
          ┌─ data/weather.csv:2:19

        """)
  }

  @Test func `a warning leaves the status as it is`() {
    let found = report("time,temp\n2026-06-21T12:00Z,68\n", isJSON: true)
    #expect(found.status == .success)
    #expect(
      found.text.hasPrefix(
        #"{"type":"diagnostic","code":"likely-fahrenheit","severity":"warning","path":"data/weather.csv","line":2,"#
      ), "\(found.text)")
  }
}
