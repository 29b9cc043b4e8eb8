extension String {
  /// This text with spaces up to a width in characters
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
