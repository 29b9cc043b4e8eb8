import OppEngine
import OppModel
import OppProviders
import OppTestLimits
import OppTesting
import Testing

@testable import OppOutputs

@Suite(.limited) struct TruthLaneTests {
  private func axis(_ known: Range<Int64>, _ zone: Zone = .utc, isTwelve: Bool = false) -> TimeAxis
  {
    TimeAxis(around: known, clock: ReportClock(zone: zone, usesTwelveHourClock: isTwelve))
  }

  private func stretches(_ truths: [(Truth, Int64)]) -> [TruthStretch] {
    var at: Int64 = 0
    return truths.map { truth, length in
      defer { at += length }
      return TruthStretch(
        truth: truth, from: Instant(seconds: at), to: Instant(seconds: at + length), reasons: [])
    }
  }

  @Test func `a column is true where a second of it is`() {
    let lane = TruthLane(
      label: "",
      stretches: stretches([
        (.false, 43_199), (.true, 1), (.unknown, 10_800), (.false, 32_400),
      ]))
    let axis = axis(0..<86_400)
    #expect(lane.runs(.true, axis, columns: 24) == [11..<12])
    #expect(lane.runs(.unknown, axis, columns: 24) == [12..<15])
    #expect(lane.runs(.unknown, axis, columns: 4) == [2..<3])
  }

  @Test func `runs are those that are found second by second`() {
    for seed in LawSeeds.seeds(60) {
      var random = SplitMix64(seed: seed)
      var truths: [(Truth, Int64)] = []
      var length: Int64 = 0
      while length < 86_400 {
        let next = min(Int64(random.number(in: 1...9000)), 86_400 - length)
        truths.append((random.pick([.true, .false, .unknown]), next))
        length += next
      }
      let lane = TruthLane(label: "", stretches: stretches(truths))
      let known = Int64(random.number(in: 0...40_000))..<Int64(random.number(in: 50_000...86_400))
      let axis = axis(known)
      let columns = random.pick([7, 48, 1000])
      var seen: [Set<Truth>] = Array(repeating: [], count: columns)
      for stretch in lane.stretches {
        let from = max(stretch.from.seconds, known.lowerBound)
        let to = min(stretch.to.seconds, known.upperBound)
        for second in stride(from: from, to: to, by: 1) {
          seen[Int(second) * columns / 86_400].insert(stretch.truth)
        }
      }
      let isTrue = seen.indices.filter { seen[$0].contains(.true) }
      let isUnknown = seen.indices.filter {
        seen[$0].contains(.unknown) && !seen[$0].contains(.true)
      }
      #expect(lane.runs(.true, axis, columns: columns).flatMap { Array($0) } == isTrue)
      #expect(lane.runs(.unknown, axis, columns: columns).flatMap { Array($0) } == isUnknown)
    }
  }

  @Test func `a long column is as pale as it was short`() {
    for seed in LawSeeds.seeds(10) {
      var random = SplitMix64(seed: seed)
      var truths: [(Truth, Int64)] = []
      var length: Int64 = 0
      while length < 10 * 86_400 {
        let next = min(Int64(random.number(in: 1...30_000)), 10 * 86_400 - length)
        truths.append((random.pick([.true, .false, .unknown]), next))
        length += next
      }
      let lane = TruthLane(label: "", stretches: stretches(truths))
      let axis = axis(0..<10 * 86_400)
      let columns = random.pick([40, 77, 239])
      var sums = Array(repeating: (isTrue: 0.0, all: 0.0), count: columns)
      for stretch in lane.stretches {
        for second in stretch.from.seconds..<stretch.to.seconds {
          let column = Int(second) * columns / (10 * 86_400)
          sums[column].all += 1
          if stretch.truth == .true { sums[column].isTrue += 1 }
        }
      }
      let found = lane.levels(axis, columns: columns).map { $0.flatMap { Array($0) } }
      let shares = sums.map { $0.isTrue / $0.all }
      #expect(found[0] == sums.indices.filter { shares[$0] > 0.66 })
      #expect(found[1] == sums.indices.filter { shares[$0] > 0.33 && shares[$0] <= 0.66 })
      #expect(found[2] == sums.indices.filter { shares[$0] > 0 && shares[$0] <= 0.33 })
      let union = found.joined().sorted()
      #expect(union == lane.runs(.true, axis, columns: columns).flatMap { Array($0) })
    }
  }

  @Test func `shares are never rounded to none or all`() {
    let lane = TruthLane(label: "", stretches: stretches([(.true, 86_399), (.unknown, 1)]))
    #expect(lane.shares(axis(0..<86_400)).words == "true > 99 %, unknown < 1 %")
    let never = TruthLane(label: "", stretches: stretches([(.false, 86_400)]))
    #expect(never.shares(axis(0..<86_400)).words == "never true")
    #expect(
      TruthLane(label: "", stretches: []).shares(axis(0..<86_400)).words == "nothing is known")
  }

  @Test func `a day with an hour that is shown twice is 25 hours long, and names both`() throws {
    let zone = try ZoneDatabase().zone(named: "Europe/Berlin")
    let start = try #require(Instant(rfc3339: "2026-10-24T22:00:00Z")).seconds
    let axis = axis(start + 7..<start + 20, zone)
    #expect(axis.span == start..<start + 25 * 3600)
    #expect(axis.dayCount == 1)
    #expect(axis.marks.map { $0.text } == ["0", "3", "6", "9", "12", "15", "18", "21"])
    #expect(axis.marks[1].second == start + 4 * 3600)
    let again = Instant(seconds: start + 3 * 3600 + 1800)
    #expect(axis.clock.time(again) == "02:30 (+01:00)")
    #expect(axis.clock.time(again.advanced(by: -3600)) == "02:30")
  }

  @Test func `a day that begins at one o'clock has no midnight`() throws {
    let zone = try ZoneDatabase().zone(named: "Asia/Beirut")
    let date = try #require(CivilDate(iso8601: "2026-03-29"))
    let start = zone.startOfDay(date).seconds
    let axis = axis(start..<start + 10, zone)
    #expect(axis.span.count == 23 * 3600)
    #expect(axis.marks.first?.text == "0")
    #expect(axis.marks.map { $0.second } == axis.marks.map { $0.second }.sorted())
  }

  @Test func `labels are hours, days, Mondays, months or years`() {
    func labels(_ days: Int64) -> [String] { axis(0..<days * 86_400).marks.map { $0.text } }
    #expect(labels(1) == ["0", "3", "6", "9", "12", "15", "18", "21"])
    #expect(labels(3) == ["Thu 1", "Fri 2", "Sat 3"])
    #expect(labels(14) == ["5 January", "12 January"])
    #expect(labels(90) == ["Jan", "Feb", "Mar"])
    #expect(labels(1200) == ["1970", "1971", "1972", "1973"])
    let twelve = axis(0..<100, isTwelve: true).marks.map { $0.text }
    #expect(twelve == ["12 am", "3 am", "6 am", "9 am", "12 pm", "3 pm", "6 pm", "9 pm"])
  }

  @Test func `a day of a calendar is as full as it was long`() {
    let lane = TruthLane(
      label: "",
      stretches: stretches([
        (.true, 86_400), (.false, 86_400), (.unknown, 86_400), (.true, 60), (.false, 86_340),
      ]))
    let map = CalendarHeatMap(axis: axis(0..<4 * 86_400))
    let year = map.years(lane, firings: [Instant(seconds: 5)])[0]
    #expect(year.year == 1970 && year.weeks == 53)
    // 1 January was a Thursday: true all day; Friday false, Saturday unknown, Sunday true for a minute.
    #expect(
      year.paths
        == #"<path class="l0" d="M0 53h10"/><path class="l1" d="M0 77h10"/><path class="l4" d="M0 41h10"/><path class="d" d="M5 41h1"/>"#
    )
  }
}
