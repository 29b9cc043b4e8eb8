package import OppModel

/// The order of rows: by their keys, numbers by size, texts by the scalars of their canonical composition
///
/// Keys are compared value by value: [1, "b"] is before [2, "a"], and "Z" before "a", as its scalar is smaller. The
/// order is the same on all machines, in any language of the system.
package enum KeyOrder {
  /// Whether a key comes before another of the same table
  package static func isLess(_ left: [Value], _ right: [Value]) -> Bool {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return isLess(left[index], right[index])
    }
    return left.count < right.count
  }

  /// Whether a value comes before another; neither does if they are of different kinds, or have no order
  package static func isLess(_ left: Value, _ right: Value) -> Bool { left.comesBefore(right) }

  /// Whether a text comes before another by the numbers of the Unicode scalars of their canonical composition
  ///
  /// That is the order of the standard library, on all machines. Texts that are equal have none, however they are written.
  package static func isLess(_ left: String, _ right: String) -> Bool { left < right }
}
