import OppTestLimits
import Testing

@testable import opp_benchmark

/// The yardstick itself
@Suite(.limited) struct SignalTreeTests {
  /// 07:35 on a Monday, rain, 11.4 °C, 68 %, 3.2 m/s, 45 minutes free, 512 m from the first place
  private var reading: SignalReading {
    var reading = SignalReading()
    reading.minute = 455
    reading.sky = 2
    reading.temp = 11.4
    reading.moisture = 68
    reading.wind = 3.2
    reading.free = 45
    reading.distances[0] = 512
    return reading
  }

  @Test(arguments: [
    (SignalTree.time(450, 510), "minute in 07:30..08:30", true),
    (.time(395, 455), "minute in 06:35..07:35", false),
    (.time(1380, 480), "minute in 23:00..08:00", true),
    (.time(1200, 0), "minute in 20:00..00:00", false),
    (.sky(2), "cover == rain", true),
    (.temp(.above, 11), "warmth > 11C", true),
    (.temp(.atMost, -3), "warmth <= -3C", false),
    (.moisture(.below, 70), "moisture < 70%", true),
    (.wind(.atLeast, 4), "breeze >= 4m/s", false),
    (.free(45), "spare >= 45min", true),
    (.weekday([0, 2]), "day in [mon, wed]", true),
    (.near(place: 0, radius: 500), "d0 <= 500m", false),
    (
      .and([.sky(2), .or([.free(60), .sky(1)])]),
      "cover == rain and (spare >= 60min or cover == clouds)", false
    ),
    (
      .or([.not(.sky(2)), .not(.and([.sky(2), .free(60)]))]),
      "not (cover == rain) or not (cover == rain and spare >= 60min)", true
    ),
  ])
  func `a condition has a text and a truth`(tree: SignalTree, text: String, isTrue: Bool) {
    #expect(tree.text == text)
    #expect(tree.isTrue(of: reading) == isTrue)
    var engine = SignalEngine(
      "source signals {\n"
        + SignalReading.fieldTypes.map { "  \($0.name): \($0.type)\n" }.joined()
        + "}\nopp \"x\" when \(text)\n", source: "signals")
    let arrivals = engine.arrivals(of: [reading.scalars.map { Double?($0) }])
    #expect(engine.step(arrivals[0]).count == (isTrue ? 1 : 0))
  }
}
