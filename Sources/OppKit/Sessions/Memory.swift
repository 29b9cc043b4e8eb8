/// The state of a session that is kept from one run to the next
///
/// Its entries are keyed by the meaning of their owners, never by a place in the text: an edit of one rule leaves those
/// of the others as they are. Their contents are texts in a form that only the library knows.
public struct Memory: Hashable, Sendable {
  /// The contents by key
  public private(set) var entries: [String: String]

  /// The changes of a memory
  public struct Changes: Hashable, Sendable {
    /// The new contents, by key
    public let updated: [String: String]

    /// The keys of entries that are gone, in ascending order
    public let removed: [String]

    /// `true` if nothing has changed
    public var isEmpty: Bool { updated.isEmpty && removed.isEmpty }

    public init(updated: [String: String], removed: [String]) {
      self.updated = updated
      self.removed = removed.sorted()
    }
  }

  /// A memory of entries, such as the rows of a table in which each change was kept
  public init(entries: [String: String] = [:]) { self.entries = entries }

  /// Makes the changes
  public mutating func apply(_ changes: Changes) {
    for key in changes.removed { entries[key] = nil }
    for (key, content) in changes.updated { entries[key] = content }
  }
}

// MARK: - Bytes

extension Memory {
  /// The version of the format: read are this one and all before
  private static let version: UInt8 = 1

  /// The memory in one piece: a version, then for each entry, in the order of the keys, the lengths of key and content as
  /// LEB128 and both in UTF-8
  public var bytes: [UInt8] {
    var result = [UInt8(ascii: "O"), UInt8(ascii: "p"), UInt8(ascii: "p"), Self.version]
    for (key, content) in entries.sorted(by: { $0.key < $1.key }) {
      for text in [key, content] {
        Self.append(UInt64(text.utf8.count), to: &result)
        result += Array(text.utf8)
      }
    }
    return result
  }

  /// - Throws: if the bytes are no memory, or one of a later version.
  public init(bytes: some Sequence<UInt8>) throws(UnreadableBytes) {
    let bytes = Array(bytes)
    guard bytes.count >= 4, Array(bytes[..<3]) == Array("Opp".utf8) else {
      throw UnreadableBytes(reason: "they are no memory of a session")
    }
    guard bytes[3] <= Self.version else {
      throw UnreadableBytes(
        reason: "a later version of Opp has written the memory", isNewer: true)
    }
    var entries: [String: String] = [:]
    var rest = bytes[4...]
    while !rest.isEmpty {
      guard let key = Self.text(from: &rest), let content = Self.text(from: &rest) else {
        throw UnreadableBytes(reason: "the memory is damaged")
      }
      entries[key] = content
    }
    self.init(entries: entries)
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var number = number
    while number >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
      number >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: number))
  }

  private static func text(from bytes: inout ArraySlice<UInt8>) -> String? {
    var length = 0
    var shift = 0
    while let byte = bytes.popFirst() {
      guard shift < 28 else { return nil }
      length |= Int(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      guard length <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(length) }
      return String(validating: bytes.prefix(length), as: UTF8.self)
    }
    return nil
  }
}
