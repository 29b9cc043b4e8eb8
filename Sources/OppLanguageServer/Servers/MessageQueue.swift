/// The messages that wait, in their order, with the requests among them that are cancelled
///
/// It is read ahead of its turn for two questions: whether a request that waits is cancelled, so that nothing is done
/// for it, and whether a change of its text waits behind it, so that its response would be outdated when it arrives.
///
/// ```
/// hover 1, didChange, hover 2, cancel 1   →   1 fails with -32800, the change is applied, 2 gets its response
/// ```
struct MessageQueue {
  struct Entry {
    let message: Message
    let isCancelled: Bool
  }

  /// In the order in which they came
  private var messages: [Message] = []

  /// The messages of ``messages`` that have been taken
  private var position = 0

  /// The ids of the requests in the queue
  private var waiting: Set<RequestID> = []

  /// The ids of those of ``waiting`` that are cancelled
  private var cancelled: Set<RequestID> = []

  /// The number of waiting changes of each text
  private var changes: [String: Int] = [:]

  /// Takes a message
  ///
  /// - Returns: the request that the message cancels and that does not wait here; nil for any other message.
  mutating func add(_ message: Message) -> RequestID? {
    switch message {
    case .notification(method: "$/cancelRequest", let parameters):
      guard let id = parameters?["id"].flatMap({ RequestID($0) }) else { return nil }
      guard waiting.contains(id) else { return id }
      cancelled.insert(id)
      return nil
    case .request(let id, _, _): waiting.insert(id)
    case .notification(method: "textDocument/didChange", let parameters):
      if let uri = Self.uri(parameters) { changes[uri, default: 0] += 1 }
    case .notification, .response, .invalid: break
    }
    messages.append(message)
    return nil
  }

  /// The next message; `nil` if none waits
  ///
  /// Messages that were taken are dropped in one go once they are more than half: a message costs O(1) on the whole.
  mutating func next() -> Entry? {
    guard position < messages.count else { return nil }
    let message = messages[position]
    position += 1
    if position == messages.count {
      messages.removeAll(keepingCapacity: messages.count < 1 << 10)
      position = 0
    } else if position > 1 << 10, position * 2 > messages.count {
      messages.removeSubrange(..<position)
      position = 0
    }
    var isCancelled = false
    switch message {
    case .request(let id, _, _):
      waiting.remove(id)
      isCancelled = cancelled.remove(id) != nil
    case .notification(method: "textDocument/didChange", let parameters):
      if let uri = Self.uri(parameters), let count = changes[uri] {
        changes[uri] = count > 1 ? count - 1 : nil
      }
    case .notification, .response, .invalid: break
    }
    return Entry(message: message, isCancelled: isCancelled)
  }

  /// `true` if a change of any text waits
  var hasChanges: Bool { !changes.isEmpty }

  /// `true` if a change of the text that a request is about waits behind it
  func changesText(_ parameters: Parameters?) -> Bool {
    guard !changes.isEmpty, let uri = Self.uri(parameters) else { return false }
    return changes[uri] != nil
  }

  /// The text that a message is about
  private static func uri(_ parameters: Parameters?) -> String? {
    parameters?["textDocument"]?["uri"]?.text
  }
}
