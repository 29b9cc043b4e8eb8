import Foundation
import OppEngine
import OppSession
import OppTestLimits
import Testing

@testable import OppProviders

/// The notifiers that have part in a firing
@Suite(.limited) struct NotifierRoutesTests {
  /// A notifier of a name
  private struct Named: Notifier {
    let name: String
    func deliver(_ notice: Notice) async throws(DeliveryFailure) {}
  }

  /// Routes such as `Ann: ann`; `Ann: -` is standard output, `*` all others
  private func routes(_ words: String) -> NotifierRoutes {
    NotifierRoutes(
      words.split(separator: ", ").map { word in
        let parts = word.split(separator: ": ").map { String($0) }
        return .init(
          recipient: parts[0] == "*" ? nil : parts[0],
          notifier: parts[1] == "-" ? nil : Named(name: parts[1]))
      })
  }

  @Test(arguments: [
    ("Ann: ann, *: home", "Ann", "ann[Ann]"),
    ("Ann: ann, *: home", "Bo, Ann, Cy", "ann[Ann] home[Bo, Cy]"),
    ("*: home, Ann: ann", "", "home[]"),
    ("Ann: ann", "Ann, Bo", "ann[Ann] notifications (stdout)[Bo]"),
    ("Ann: ann", "", "notifications (stdout)[]"),
    ("Ann: -, Bo: bo", "Ann, Bo, Cy", "notifications (stdout)[Ann, Cy] bo[Bo]"),
    ("Ann: -, *: home", "Ann, Bo", "notifications (stdout)[Ann] home[Bo]"),
    ("", "Ann", "notifications (stdout)[Ann]"),
  ])
  func `everybody is notified where they are connected, each notifier once`(
    connected: String, recipients: String, expected: String
  ) {
    let parts = routes(connected).parts(
      of: recipients.isEmpty ? [] : recipients.components(separatedBy: ", "))
    let found = parts.map { "\($0.notifier)[\($0.recipients.joined(separator: ", "))]" }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test func `standard output is no service`() {
    #expect(routes("Ann: ann, Bo: -").names == ["ann", "notifications (stdout)"])
    #expect(routes("Ann: ann, Bo: -").services == ["ann"])
    #expect(routes("*: home").services == ["home"])
    #expect(!routes("*: home").has(NotifierRoutes.outputName))
    #expect(routes("*: home").notifier(named: "home")?.name == "home")
  }
}
