internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppSystem

/// `command("notify-send {title} {text}")`: a program that notifies the person
///
/// The command is split into words once; then `{title}`, `{text}` and the like are filled in, each inside
/// its word. No shell sees any of it, so that a text is never a command.
struct CommandNotifier: Notifier {
  let name: String

  /// The command in words, with names in braces still in them: `["notify-send", "{title}", "{text}"]`
  private let words: [String]

  /// The program of words that have been filled in
  private let run: @Sendable ([String]) -> ProcessSpecification

  /// The names that may stand in braces in the command
  static let placeholders = ["title", "opp", "text", "id", "at", "payload", "to", "urgency"]

  /// In seconds, as ``longestTimeLimit``
  private static let usualTimeLimit: Double = 10

  /// Ten minutes: a delivery that takes longer is one that hangs
  private static let longestTimeLimit: Double = 600

  /// The most bytes that are read of a program's output
  private static let sizeLimit = 1 << 20

  /// The longest word that a program can be given (Linux takes 128 KiB), in bytes
  private static let longestWord = 100 << 10

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    name = settings.name
    words = try CommandWords.split(try settings.requiredText("command"))
    let seconds = settings.options.scalar("timeout") ?? Self.usualTimeLimit
    guard seconds > 0, seconds <= Self.longestTimeLimit else {
      throw ConnectorProblem(
        "the timeout of command() is more than 0 and at most \(Int(Self.longestTimeLimit)) s")
    }
    let folder = settings.options.folder
    let secrets = settings.secretVariables
    run = { words in
      ProcessSpecification(
        words: words,
        environment: ProcessVariables.all.filter { !secrets.contains($0.key) },
        folder: folder, timeLimit: .milliseconds(Int64(seconds * 1000)), sizeLimit: Self.sizeLimit)
    }
  }

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    let values = Self.values(of: notice)
    let filled = words.map { Self.fill($0, values) }
    guard filled.allSatisfy({ $0.utf8.count <= Self.longestWord }) else {
      throw DeliveryFailure(
        "the text is longer than the \(Self.longestWord >> 10) KiB that a program can be given",
        isFinal: true)
    }
    if case .failure(let failure) = await run(filled).output() { throw DeliveryFailure(failure) }
  }

  /// The texts for ``placeholders``; an empty one for each that a notice lacks
  private static func values(of notice: Notice) -> [String: String] {
    [
      "title": notice.title, "opp": notice.title, "text": notice.text, "id": notice.id,
      "at": notice.at.rfc3339, "payload": notice.payload ?? "",
      "to": notice.recipients.joined(separator: ","),
      "urgency": notice.isUrgent ? "critical" : "normal",
    ]
  }

  /// Fills names in braces in, once: a value that has braces stays as it is
  ///
  /// ```
  /// "{title}: {text}"   title "Walk", text "sunny {yes}"   ─▶ "Walk: sunny {yes}"
  /// "{colour}"          no such name                       ─▶ "{colour}"
  /// ```
  static func fill(_ word: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = word[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      if let close = rest.firstIndex(of: "}"),
        let value = values[String(rest[..<close].dropFirst())]
      {
        // The character 0 ends a word in C.
        result += value.filter { $0 != "\0" }
        rest = rest[rest.index(after: close)...]
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
