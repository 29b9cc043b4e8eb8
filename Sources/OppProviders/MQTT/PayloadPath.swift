internal import OppJSON

/// The place of a value in a payload of JSON: `climate.temperature`, `contacts[0].state`, `.` for all of it
struct PayloadPath: Hashable, Sendable {
  private enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  private let steps: [Step]

  /// The whole payload
  static let whole = PayloadPath(steps: [])

  /// A key at the root
  static func key(_ key: String) -> PayloadPath { PayloadPath(steps: [.key(key)]) }

  private init(steps: [Step]) { self.steps = steps }

  /// - Returns: `nil` if the text is no path.
  init?(_ text: Substring) {
    if text == "." {
      self = .whole
      return
    }
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let key = part.prefix { $0 != "[" }
      if !key.isEmpty { steps.append(.key(String(key))) }
      var indices = part.dropFirst(key.count)
      guard !part.isEmpty else { return nil }
      while !indices.isEmpty {
        guard indices.first == "[", let end = indices.firstIndex(of: "]"),
          let index = Int(indices[indices.index(after: indices.startIndex)..<end]), index >= 0
        else { return nil }
        steps.append(.index(index))
        indices = indices[indices.index(after: end)...]
      }
    }
    self.steps = steps
  }

  /// `true` for the whole payload
  var isWhole: Bool { steps.isEmpty }

  /// The value at the place; `nil` if there is none
  func value(in root: JSONValue) -> JSONValue? {
    var value = root
    for step in steps {
      switch step {
      case .key(let key):
        guard let next = value[key] else { return nil }
        value = next
      case .index(let index):
        guard let elements = value.elements, index < elements.count else { return nil }
        value = elements[index]
      }
    }
    return value
  }
}
