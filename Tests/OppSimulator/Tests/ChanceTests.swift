import OppSimulator
import OppTestLimits
import Testing

@Suite(.limited) struct ChanceTests {
  @Test func `a draw depends on the seed, the name and the number alone`() {
    let chance = Chance(seed: 7)
    #expect(chance.draw("weather", 17) == Chance(seed: 7).draw("weather", 17))
    #expect(chance.draw("weather", 17) != chance.draw("weather", 18))
    #expect(chance.draw("weather", 17) != chance.draw("rain", 17))
    #expect(chance.draw("weather", 17) != Chance(seed: 8).draw("weather", 17))
  }

  @Test func `the numbers of a range come about equally often`() {
    var counts: [Int: Int] = [:]
    for number in 0..<6000 {
      counts[Chance(seed: 1).number(in: 1...6, "die", number), default: 0] += 1
    }
    #expect(counts.keys.sorted() == Array(1...6))
    #expect(counts.values.allSatisfy { 900...1100 ~= $0 }, "\(counts)")
  }
}
