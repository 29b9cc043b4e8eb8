import OppEngine
import OppModel
import OppTestLimits
import Testing

@testable import OppProviders

/// One second, one value of each field
@Suite(.limited) struct MessageInboxTests {
  private static let noon = Instant(seconds: 1_782_043_200)

  /// A reading of `door` and `temp`, such as `door 1`, `temp 21`, `door ?`
  private func reading(_ text: String, of subject: String? = nil) -> Arrival {
    var fields = [FieldReading](repeating: .unchanged, count: 2)
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      let value = Double(words[1])
      fields[words[0] == "door" ? 0 : 1] = value.map { .known(.scalar($0)) } ?? .missing
    }
    return .reading(
      SourceReading(
        source: SourceID(index: 0), arguments: subject.map { [.text($0)] } ?? [],
        instant: Self.noon, fields: fields, freshness: nil, isLasting: false))
  }

  private func text(_ arrival: Arrival) -> String {
    guard case .reading(let reading) = arrival else { return "rows" }
    let parts = zip(["door", "temp"], reading.fields).compactMap { name, field -> String? in
      switch field {
      case .known(.scalar(let value)): "\(name) \(Int(value))"
      case .missing: "\(name) ?"
      default: nil
      }
    }
    let late = reading.instant.seconds(since: Self.noon)
    return parts.joined(separator: ",") + (late > 0 ? " +\(late)" : "")
  }

  /// What each second takes, until nothing waits
  private func seconds(_ readings: [Arrival]) -> [[String]] {
    var inbox = MessageInbox()
    for (index, reading) in readings.enumerated() { inbox.add([reading], number: Int64(index)) }
    var (result, numbers): ([[String]], [Int64]) = ([], [])
    while !inbox.isEmpty {
      let taken = inbox.take(at: Self.noon.advanced(by: Int64(result.count)))
      result.append(taken.arrivals.map { text($0) })
      numbers += taken.numbers
    }
    #expect(numbers.sorted() == Array(0..<Int64(readings.count)))
    return result
  }

  static let cases: [([String], [[String]])] = [
    (["door 1", "temp 21"], [["door 1,temp 21"]]), (["door 1", "door 1"], [["door 1"]]),
    (["door 1", "door 0"], [["door 1"], ["door 0 +1"]]),
    (["door 1", "door ?"], [["door 1"], ["door ? +1"]]),
    (["door 1", "door 0", "temp 21"], [["door 1"], ["door 0,temp 21 +1"]]),
    (
      ["temp 1", "temp 2", "temp 3", "temp 4"],
      [["temp 1"], ["temp 2 +1"], ["temp 3 +2"], ["temp 4 +3"]]
    ),
    (["temp 1", "temp 2", "temp 3", "temp 4", "temp 5"], [["temp 1"], ["temp 5 +1"]]),
    (
      ["temp 1", "temp 2,door 1", "temp 3", "temp 4", "temp 5", "temp 6"],
      [["temp 1"], ["door 1,temp 5 +1"], ["temp 6 +2"]]
    ),
    // A field that changes all the time costs the others nothing.
    (
      ["temp 1", "temp 2", "door 1", "temp 3", "door 0", "temp 4", "temp 5", "temp 6"],
      [["temp 1"], ["door 1 +1"], ["door 0,temp 5 +2"], ["temp 6 +3"]]
    ),
  ]

  @Test(arguments: cases)
  func `a value that would replace another waits for the next second`(
    readings: [String], expected: [[String]]
  ) {
    #expect(seconds(readings.map { reading($0) }) == expected)
  }

  @Test func `a thousand values of a second are few, and the last one is the last`() throws {
    let all = seconds((0..<1000).map { reading("temp \($0)") })
    #expect(all.count <= MessageInbox.longest)
    #expect(all.first == ["temp 0"])
    #expect(all.last?.first?.hasPrefix("temp 999") == true)
  }

  @Test func `a state that turns twice a second is seen beside a meter of a hundred values`() {
    var readings: [Arrival] = []
    for value in 0..<100 {
      readings.append(reading("temp \(value)"))
      if value == 30 { readings.append(reading("door 1")) }
      if value == 70 { readings.append(reading("door 0")) }
    }
    let doors = seconds(readings).compactMap { second in
      second.first?.firstMatch(of: #/door \d/#).map { String($0.output) }
    }
    #expect(doors == ["door 1", "door 0"])
  }

  @Test func `subjects do not wait for each other`() {
    #expect(
      seconds([
        reading("door 1", of: "a"), reading("door 0", of: "a"), reading("door 1", of: "b"),
      ]) == [["door 1", "door 1"], ["door 0 +1"]])
  }
}
