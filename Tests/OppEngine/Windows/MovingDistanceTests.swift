import OppTestLimits
import Testing

/// Distances to a mean of positions, which moves from second to second
///
/// A hundredth of a degree on the equator is 1113.2 m.
@Suite(.limited) struct MovingDistanceTests {
  @Test func `a distance looked at ahead takes in what is known until then`() throws {
    try check(
      "00:00 busy 00:30..02:00",
      [
        (
          """
          distance(average(if busy then @0,0 else @0,1, last 10min), @0,0) < 60km \
          within next 10min
          """,
          "00:00 unknown, 00:00:01 false, 00:24:37 true"
        )
      ])
  }
}
