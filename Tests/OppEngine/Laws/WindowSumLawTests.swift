import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine

/// Windows that add up, against exact fractions over each of their seconds
@Suite(.limited) struct WindowSumLawTests {
  /// Values of one kind, as they follow each other
  private enum Values: CaseIterable {
    case whole, money, decimal, long, large, meter, wobbling, constant

    func next(after last: Double, _ random: inout SplitMix64) -> Double {
      let sign: Double = random.oneIn(3) ? -1 : 1
      switch self {
      case .whole: return sign * Double(random.number(in: 0...(1 << 53)))
      case .money: return Double(random.number(in: 0...1_000_000))
      case .decimal: return sign * Double(random.number(in: 0...99_999)) / 1000
      case .long: return sign * Double(random.number(in: 0...999_999)) / 3.6
      case .large: return sign * Double(random.number(in: 0...(1 << 62)))
      case .meter: return random.oneIn(12) ? 0.25 : last + Double(random.number(in: 0...50)) / 10
      case .wobbling: return Double(random.number(in: 80...110)) / 10
      case .constant: return 200_203 / 3.6
      }
    }
  }

  @Test(arguments: LawSeeds.seeds(8, long: 160))
  func `windows are exact to the last bit, whatever came and went in them`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let kind = Values.allCases[Int(seed) % Values.allCases.count]
    let functions: [(WindowFunction, secondsPerUnit: Int64)] = [
      (.average, 1), (.total, 1), (.change, 1), (.increase, 1), (.total, 3600),
    ]
    let spans = [0, 1, 7, 40].map { Int64($0) }
    var store = WindowStore()
    var slots: [(slot: StateSlot, function: WindowFunction, seconds: Int64, span: Int64)] = []
    for (operand, (function, seconds)) in functions.enumerated() {
      for span in spans {
        let value = WindowValue(
          operand: InstanceID(operand), environment: EnvironmentID(0),
          kind: SignalMemory.Kind(function, of: .number))
        let instance = InstanceID(slots.count)
        let slot = store.add(
          function, .last(span), of: instance, over: value, secondsPerUnit: seconds)
        slots.append((slot, function, seconds, span))
      }
    }
    var (values, last): ([Double?], Double?) = ([], 1000)
    for second in 0..<150 as Range<Int64> {
      if second == 0 || random.oneIn(2) {
        last = random.oneIn(40) ? nil : kind.next(after: last ?? 0, &random)
      }
      values.append(last)
      for item in slots {
        let reading = last.map { Reading.scalar($0) } ?? .unknown
        let signal = store.windows[item.slot].signal
        if !store.signals[signal].hasNoted(reading, at: second) {
          store.note(reading, nil, signal, at: second)
        }
        let found = store.presentReading(ofWindow: item.slot, at: second)
        let expected = Self.expected(item.function, values, item.span, over: item.seconds)
        #expect(
          (found.isKnown && found.first.isFinite ? .scalar(found.first) : nil) == expected,
          "\(item.function) over \(item.span) s at \(second) of \(kind)")
      }
    }
  }

  /// The value of a window over the last seconds of some
  private static func expected(
    _ function: WindowFunction, _ values: [Double?], _ span: Int64, over parts: Int64
  ) -> Value? {
    let first = values.count - 1 - Int(span)
    guard first >= 0 || function == .average else { return nil }
    let seconds = Array(values[max(0, first)...])
    let known = seconds.compactMap(\.self)
    let before = Array(seconds.dropLast())
    switch function {
    case .average:
      let some = before.compactMap(\.self)
      return some.isEmpty ? nil : ReferenceSum.mean(of: some)
    case .total:
      let some = before.compactMap(\.self)
      return some.count == before.count ? ReferenceSum(of: some).total(over: parts) : nil
    case .increase:
      return known.count == seconds.count && known.allSatisfy { $0 >= 0 }
        ? ReferenceSum.increase(of: known) : nil
    case .change:
      guard let start = seconds.first ?? nil, let end = seconds.last ?? nil else { return nil }
      return ReferenceSum(of: [end, -start]).total
    case .minimum, .maximum, .travelled, .times, .changes, .ago: return nil
    }
  }
}
