internal import OppJSON
internal import OppKit

/// The part of the state that a reply has
enum Returns: String, CaseIterable {
  case changes
  case whole
  case none

  /// - Returns: nil if the message does not say.
  init?(_ message: Message) throws(WorkerFailure) {
    guard let word = try message.text("returns") else { return nil }
    guard let found = Returns(rawValue: word) else {
      throw message.failure("returns", "`changes`, `whole` or `none`")
    }
    self = found
  }

  /// The state to return, which is taken from a session
  func memory(of session: inout Session) -> ReturnedMemory {
    switch self {
    case .changes: .changes(session.takeChanges())
    case .whole: .whole(session.memory())
    case .none: .none
    }
  }
}

/// The member `state` of a reply
enum ReturnedMemory {
  case changes(Memory.Changes)
  case whole(Memory)
  case none

  func write(to json: inout JSONText) {
    switch self {
    case .changes(let changes):
      json.key("state")
      json.object { object in
        object.key("set")
        object.write(changes.updated)
        object.member("removed", strings: changes.removed)
      }
    case .whole(let memory):
      json.key("state")
      json.write(memory.entries)
    case .none: break
    }
  }
}

extension JSONText {
  /// An object of texts, in the order of the keys
  fileprivate mutating func write(_ texts: [String: String]) {
    object { object in
      for (key, text) in texts.sorted(by: { $0.key < $1.key }) { object.member(key, string: text) }
    }
  }
}
