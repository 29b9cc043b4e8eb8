import Foundation
import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct PercentEncodingTests {
  @Test(arguments: [
    "", "a", "a%20b", "%C3%BC", "%c3%bc", "ü%20", "100%", "%2", "%zz", "%2g", "%FF", "%2F%2f",
    "%00",
    "%25", "%%20", "%C3", "a%+1", "%E2%82%AC", "%0",
  ])
  func `a text is decoded as Foundation decodes it`(text: String) {
    #expect(PercentEncoding.decoded(text) == text.removingPercentEncoding)
  }
}
