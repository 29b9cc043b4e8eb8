internal import OppEngine
internal import OppProviders
internal import OppSession
internal import OppStore

/// Reports the parts of responses that cannot be read, each once, and keeps them for `opp list`
///
/// A token of the store has the summary, and below it the messages that have been reported, so that a later round of
/// `opp run --once` does not repeat them:
///
/// ```
/// unread probe (csv)     1 of 840 readings cannot be read, in line 812
///                        probe.csv:812: `temp` is a temperature, such as `20C`, not `cosy`: correct line 812
/// ```
final class LiveUnread {
  /// By the name of a provider, the lines of its token
  private var kept: [String: [String]] = [:]

  /// The providers whose lines have changed since the last step
  private var changed: Set<String> = []

  /// The messages that are to be reported at the end of the step
  private var news: [String] = []

  /// The prefix of the names of providers, among the store's tokens
  static let token = "unread "

  /// The most messages of one response; the summary stands for the others
  private static let messageLimit = 10

  /// The most messages of a provider that are kept
  private static let keptLimit = 200

  init(_ store: Store) throws(StoreFailure) {
    for (name, text) in try store.loadTokens() where name.hasPrefix(Self.token) {
      kept[String(name.dropFirst(Self.token.count))] = Self.lines(of: text)
    }
  }

  /// Notes the unread parts of responses, or that there are none any more
  func note(_ responses: [FetchResponse], _ words: FetchWords) {
    for response in responses {
      guard let name = words.provider(of: response.fetch)?.name else { continue }
      switch response.outcome {
      case .arrived, .unchanged: note(response.unread, of: name)
      // The earlier readings still count.
      case .failed: break
      }
    }
  }

  /// `true` if the unread parts of a response differ from those of the one before
  func isNews(_ response: FetchResponse, _ words: FetchWords) -> Bool {
    guard let name = words.provider(of: response.fetch)?.name, let known = kept[name] else {
      return response.unread != nil
    }
    guard let unread = response.unread else { return true }
    return unread.summary != known.first || unread.messages.contains { !known.contains($0) }
  }

  /// Notes the lines of a program that cannot be read, or that there are none so far
  func note(_ lines: PushedLines, of name: String) {
    let unread = lines.unread.map { unread in
      UnreadParts(
        messages: unread.messages.map { "\(name): \($0)" }, summary: unread.summary)
    }
    note(unread, of: name)
  }

  /// Notes the unread parts of the last response of a provider
  private func note(_ unread: UnreadParts?, of name: String) {
    let known = kept[name] ?? []
    guard let unread else {
      if kept.removeValue(forKey: name) != nil { changed.insert(name) }
      return
    }
    let reported = Set(known.dropFirst())
    let messages = unread.messages.filter { !reported.contains($0) }
    news += messages.prefix(Self.messageLimit)
    if messages.count > Self.messageLimit { news.append("\(name): \(unread.summary)") }
    let lines = [unread.summary] + (known.dropFirst() + messages).suffix(Self.keptLimit)
    guard lines != known else { return }
    kept[name] = lines
    changed.insert(name)
  }

  /// The messages since the last step, whose record keeps the changed lines
  func takeMessages(in record: inout StepRecord) -> [String] {
    for name in changed {
      record.tokens[Self.token + name] = .some(kept[name]?.joined(separator: "\n"))
    }
    changed = []
    defer { news = [] }
    return news
  }

  /// The summaries in the store, by the names of the providers
  static func summaries(in store: Store) throws(StoreFailure) -> [(name: String, text: String)] {
    try store.loadTokens().compactMap { name, text in
      guard name.hasPrefix(token), let summary = lines(of: text).first else { return nil }
      return (String(name.dropFirst(token.count)), summary)
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}
