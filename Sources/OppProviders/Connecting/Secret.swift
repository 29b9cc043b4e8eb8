internal import OppSystem
internal import Synchronization

/// A word that must not be seen: it prints as dots wherever it is printed
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The variable of the environment that it comes from, for messages
  package let variable: String

  /// The secret as first read
  private let word: String

  /// The file that it is read from again; nil for one of a variable
  private let file: SecretFile?

  package init(variable: String, revealed: String) {
    self.variable = variable
    word = revealed
    file = nil
  }

  /// A word in a file, which another program may renew
  ///
  /// - Returns: nil if the file cannot be read, or has no word.
  package init?(variable: String, file path: String) {
    guard let word = SecretFile.word(of: path) else { return nil }
    self.variable = variable
    self.word = word
    file = SecretFile(path: path, word: word)
  }

  /// The secret itself: for the request that needs it only; that of a file as it is now
  package var revealed: String { file?.read() ?? word }

  /// `true` if it is read from a file, which another program may renew
  var isRenewable: Bool { file != nil }

  /// `true` if its file has another word now
  func isRenewed(since used: String?) -> Bool { isRenewable && revealed != used }

  package var description: String { "•••" }
  package var debugDescription: String { "•••" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A file with a secret, read again whenever it is needed
private final class SecretFile: Sendable {
  /// Absolute
  private let path: String

  /// Its content when last read: a file that is just being written is no secret
  private let latest: Mutex<String>

  /// The longest secret, in bytes
  private static let longest = 64 << 10

  init(path: String, word: String) {
    self.path = path
    latest = Mutex(word)
  }

  /// The content now; if it cannot be read, that of the last time
  func read() -> String {
    let word = Self.word(of: path)
    return latest.withLock { latest in
      if let word { latest = word }
      return latest
    }
  }

  /// The content without spaces and line ends around it; nil if there is none
  static func word(of path: String) -> String? {
    guard let bytes = try? OpenFile.bytes(of: path, upTo: longest + 1), bytes.count <= longest,
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let word = text.trimmingSpacesAndLineEnds()
    return word.isEmpty ? nil : word
  }
}
