import OppModel
import OppTestLimits
import Testing

@testable import OppOutputs
@testable import OppWeb

/// The change of one literal by which a condition would be true, as `opp why` prints it
@Suite(.limited) struct NeededChangeTests {
  /// The line of `opp why` at 12:20 on 21 June 2026 in UTC, with readings of that day; empty without one
  private func line(_ condition: String, _ more: String = "") -> String {
    var bench = Workbench()
    let rules = """
      set zone "UTC"
      source box { level: Percent, amount: Number, price: EUR, length: Length }
      let narrow = temp in 20C..22C
      \(more)
      opp "A" when \(condition) notify "a"

      """
    bench.addRules(path: "rules.opp", Array(rules.utf8))
    bench.addData(
      name: "weather.csv", Array("time,temp,wind,sky\n2026-06-21T12:00Z,17.5,3,sunny\n".utf8))
    bench.addData(
      name: "box.csv",
      Array("time,level,amount,price,length\n2026-06-21T12:00Z,55,3,12.50,1420\n".utf8))
    let printed = bench.explain("A", at: Instant(seconds: 1_782_044_400), isJSON: false)
    let text = String(decoding: printed.output + printed.errors, as: UTF8.self)
    guard printed.status == .success else { return text }
    return text.split(separator: "\n").map { String($0) }.first { $0.hasPrefix("It would take") }
      ?? ""
  }

  @Test(arguments: [
    ("temp > 20C", "temp > 17C"), ("temp >= 20C", "temp >= 17C"), ("temp < 15C", "temp < 18C"),
    ("temp <= 60F", "temp <= 64F"), ("20C < temp", "17C < temp"),
    ("temp in 18C..22C", "temp in 17C..22C"), ("temp in 10C..15.5C", "temp in 10C..17.5C"),
    ("time in 9:00..12:00", "time in 9:00..12:25"),
    ("time in 13:00..14:00", "time in 12:20..14:00"),
    ("time in 22:00..6:00", "time in 22:00..12:25"),
    ("time in 20:01..6:00", "time in 20:01..12:25"),
    ("time < 12:00", "time < 12:25"), ("time > 13:00", "time > 12:15"),
    ("box.level > 60%", "box.level > 54%"), ("box.amount > 3", "box.amount > 2"),
    ("box.amount >= 5", "box.amount >= 3"), ("box.price < 12EUR", "box.price < 12.51EUR"),
    ("box.length < 1km", "box.length < 1.5km"), ("wind > 4m/s", "wind > 2m/s"),
    ("sky == sunny and temp > 20C", "temp > 17C"),
  ])
  func `a false part with one literal has another`(condition: String, part: String) {
    #expect(line(condition) == "It would take \(part).")
  }

  @Test(arguments: [
    "temp > 20C and wind > 4m/s", "sky == rain", "temp > 20C for 1h", "narrow", "not (temp > 10C)",
    "temp > 20C or wind > 5m/s", "temp > 10C", "temp > 10C + 10K", "humidity > 60% and temp > 20C",
  ])
  func `nothing is proposed for anything else`(condition: String) {
    #expect(line(condition) == "")
  }

  @Test func `a duration is written in minutes, and an unknown part is no part to change`() {
    #expect(line("free >= 2h", "").isEmpty)
    #expect(line("time - 12:00 >= 2h") == "It would take time - 12:00 >= 20min.")
  }
}
