import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct ApplePayloadTests {
  @Test func `a notification is Apple's JSON`() {
    let json = ApplePayload.json(
      title: "Walk", text: "“Sunny”\n\"now\"", isUrgent: true, id: "w1",
      at: Instant(seconds: 0), recipients: ["ada"], members: #""gate":4"#)
    #expect(
      json
        == #"{"aps":{"alert":{"title":"Walk","body":"“Sunny”\n\"now\""},"sound":"default","interruption-level":"time-sensitive","thread-id":"Walk","category":"opp"},"opp":{"id":"w1","at":"1970-01-01T00:00:00Z","to":["ada"]},"gate":4}"#
    )
  }

  @Test func `its least size grows with the bytes of its text`() {
    let empty = ApplePayload.leastSize(title: "x", text: "", isUrgent: false)
    #expect(empty == 166)
    #expect(ApplePayload.leastSize(title: "x", text: "é\"", isUrgent: false) == empty + 4)
    #expect(ApplePayload.leastSize(title: "xy", text: "", isUrgent: false) == empty + 2)
  }
}
