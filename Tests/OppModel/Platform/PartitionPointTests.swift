import OppTestLimits
import Testing

@testable import OppModel

/// The search by halving finds what a search from the beginning does
@Suite(.limited) struct PartitionPointTests {
  @Test func `every boundary of every short range is found`() {
    for count in 0...20 {
      for first in [-3, 0, 7] {
        let range = first..<first + count
        for boundary in first...first + count {
          #expect(range.partitionPoint { $0 >= boundary } == boundary)
        }
      }
    }
  }

  @Test func `a range as long as numbers go is halved`() {
    var looks = 0
    let found = (Int64(0)..<Int64.max).partitionPoint { number in
      looks += 1
      return number > 1_782_043_200
    }
    #expect(found == 1_782_043_201 && looks <= 64)
    #expect((Int64.max - 1..<Int64.max).partitionPoint { _ in false } == .max)
  }
}
