extension String {
  /// The text as a shell takes it for one word: `data/mine.csv`, `'my file.csv'`
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      byte > 0x7F || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || ",.:=_+-/%".utf8.contains(byte)
    }
    if isPlain, !isEmpty { return self }
    return "'\(unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined())'"
  }
}
