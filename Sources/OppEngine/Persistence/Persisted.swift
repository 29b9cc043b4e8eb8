/// A state that is kept over a restart, as words in a fixed order
///
/// Both functions lie in the file of the state, with the same fields in the same order. A state that needs to know more
/// to be written, such as the type of its values, has two functions of the same names with that as a parameter.
protocol Persisted {
  /// Writes everything that is kept
  func write(to writer: inout MemoryWriter)

  /// Restores the written state, which counts only if the reader is intact and at its end afterwards
  mutating func restore(from reader: inout MemoryReader)
}
