import OppEngine
import OppTestLimits
import Synchronization
import Testing

@testable import OppProviders

/// Notifiers of several people, as one
@Suite(.limited) struct RoutedNotifierTests {
  @Test func `everybody is notified where they are connected, and others by name`() async {
    let (ann, home) = (RecordingNotifier("ann"), RecordingNotifier("home"))
    let notifier = RoutedNotifier([
      .init(recipient: "Ann", notifier: ann), .init(recipient: nil, notifier: home),
    ])
    for recipients in [["Ann"], ["Bo", "Ann", "Cy"], []] {
      #expect(
        await Notices.deliver(notifier, Notices.notice(to: recipients, id: "\(recipients)")) == nil)
    }
    #expect(ann.taken == ["Ann", "Ann"])
    #expect(home.taken == ["Bo, Cy", ""])
    #expect(notifier.name == "ann, home")
  }

  @Test func `what one has taken is not sent again when another fails`() async {
    let (ann, home) = (RecordingNotifier("ann"), RecordingNotifier("home", failures: 2))
    let notifier = RoutedNotifier([
      .init(recipient: "Ann", notifier: ann), .init(recipient: nil, notifier: home),
    ])
    let notice = Notices.notice(to: ["Ann", "Bo"])
    #expect(await Notices.deliver(notifier, notice) == "home is away")
    #expect(await Notices.deliver(notifier, notice) == "home is away")
    #expect(await Notices.deliver(notifier, notice) == nil)
    #expect(ann.taken == ["Ann"])
    #expect(home.taken == ["Bo"])
  }

  @Test func `a refusal for good is reported once the others have taken it`() async {
    let (ann, bo) = (
      RecordingNotifier("ann", failures: 9, isFinal: true), RecordingNotifier("bo", failures: 1)
    )
    let notifier = RoutedNotifier([
      .init(recipient: "Ann", notifier: ann), .init(recipient: "Bo", notifier: bo),
    ])
    let notice = Notices.notice(to: ["Ann", "Bo"])
    #expect(await Notices.deliver(notifier, notice) == "bo is away")
    #expect(await Notices.deliver(notifier, notice) == nil)
    #expect(ann.attempts == 1)
    #expect(bo.taken == ["Bo"])
  }

  @Test func `who is left out is notified in another way`() async {
    let home = RecordingNotifier("home")
    let notifier = RoutedNotifier(
      [.init(recipient: nil, notifier: home)], leavingOut: ["Ann"])
    #expect(await Notices.deliver(notifier, Notices.notice(to: ["Ann", "Bo"])) == nil)
    #expect(home.taken == ["Bo"])
  }
}

/// A notifier that fails some times, and keeps the recipients of what it takes
private final class RecordingNotifier: Notifier {
  let name: String
  private let isFinal: Bool
  private let state: Mutex<(failures: Int, attempts: Int, taken: [String])>

  init(_ name: String, failures: Int = 0, isFinal: Bool = false) {
    self.name = name
    self.isFinal = isFinal
    state = Mutex((failures, 0, []))
  }

  var taken: [String] { state.withLock { $0.taken } }
  var attempts: Int { state.withLock { $0.attempts } }

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    let fails = state.withLock { state in
      state.attempts += 1
      state.failures -= 1
      if state.failures < 0 { state.taken.append(notice.recipients.joined(separator: ", ")) }
      return state.failures >= 0
    }
    if fails { throw DeliveryFailure("\(name) is away", isFinal: isFinal) }
  }
}
