internal import OppSyntax
internal import OppTestLimits
internal import Testing

@Suite(.limited) struct PartitionPointTests {
  @Test func `the boundary is found wherever it lies`() {
    for count in 0...9 {
      for boundary in 3...(3 + count) {
        #expect(partitionPoint(of: 3..<(3 + count)) { $0 >= boundary } == boundary)
      }
    }
  }

  @Test func `a thousand indices need ten looks`() {
    var looks = 0
    _ = partitionPoint(of: 0..<1000) { index in
      looks += 1
      return index >= 700
    }
    #expect(looks <= 10)
  }
}
