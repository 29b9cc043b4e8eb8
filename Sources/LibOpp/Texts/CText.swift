internal import OppSystem
internal import OppWorker

/// Texts from and to C: bytes that end with a zero
enum CText {
  /// A message without members
  static let empty = Array("{}".utf8)

  /// The bytes of a text; nil for a null pointer
  ///
  /// - Requires: it ends with a zero byte.
  static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8]? {
    guard let text else { return nil }
    return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// The bytes of a text that must be there; its JSON is checked when it is read
  static func bytes(
    _ text: UnsafePointer<CChar>?, _ subject: String
  ) throws(WorkerFailure) -> [UInt8] {
    guard let bytes = bytes(text) else {
      throw WorkerFailure(.badMessage, "\(subject) are a null pointer")
    }
    return bytes
  }

  /// A text that is no JSON
  static func name(
    _ text: UnsafePointer<CChar>?, _ subject: String
  ) throws(WorkerFailure) -> String {
    guard let bytes = bytes(text) else {
      throw WorkerFailure(.badMessage, "\(subject) is a null pointer")
    }
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw WorkerFailure(.badMessage, "\(subject) is no UTF-8")
    }
    return name
  }

  /// The reply of a function, which the caller frees; null if memory is used up
  static func reply(
    _ result: () throws(WorkerFailure) -> String
  ) -> UnsafeMutablePointer<CChar>? {
    do throws(WorkerFailure) {
      return copy(try result())
    } catch {
      return copy(error.reply)
    }
  }

  /// A copy that the caller frees
  static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    text.withCString { strdup($0) }
  }

  /// A copy of bytes that the caller frees
  static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
    guard let copy = malloc(max(1, bytes.count)) else { return nil }
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { memcpy(copy, start, source.count) }
    }
    return copy.assumingMemoryBound(to: UInt8.self)
  }
}
