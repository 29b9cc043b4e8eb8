package import OppModel

/// The files of a recording, wherever they are: in a folder, or in memory
package struct RecordingFiles {
  /// The path of the folder in problems
  let folder: String

  /// In any order
  let names: [String]

  /// The options with which the rules connect a file of the folder, by its name
  let connected: [String: FileOptions]

  /// The bytes of a file by its name, at most as many as the limit
  let bytes: (_ name: String, _ limit: Int) throws(TextFile.ReadFailure) -> [UInt8]

  package init(
    folder: String, names: [String], connected: [String: FileOptions] = [:],
    bytes: @escaping (_ name: String, _ limit: Int) throws(TextFile.ReadFailure) -> [UInt8]
  ) {
    self.folder = folder
    self.names = names
    self.connected = connected
    self.bytes = bytes
  }

  /// Files in memory
  package init(
    folder: String, _ contents: [String: [UInt8]], connected: [String: FileOptions] = [:]
  ) {
    self.init(folder: folder, names: Array(contents.keys), connected: connected) {
      (name, limit) throws(TextFile.ReadFailure) in
      let bytes = contents[name] ?? []
      guard bytes.count <= limit else { throw TextFile.ReadFailure(kind: .tooLarge(limit: limit)) }
      return bytes
    }
  }

  /// The path of a file in problems
  func path(of name: String) -> String { folder + "/" + name }
}

/// The zones that a recording may name
package struct RecordingZones {
  /// The zone of an IANA name; nil if there is none
  let zone: (String) -> Zone?

  /// The name that may be meant by one that there is no zone of
  let nearest: (String) -> String?

  package init(
    zone: @escaping (String) -> Zone?, nearest: @escaping (String) -> String? = { _ in nil }
  ) {
    self.zone = zone
    self.nearest = nearest
  }
}
