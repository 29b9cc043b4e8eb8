package import OppModel

/// The order of rows: by their keys, numbers by size, texts by their scalars
package enum KeyOrder {
  package static func isLess(_ left: [Value], _ right: [Value]) -> Bool {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return isLess(left[index], right[index])
    }
    return left.count < right.count
  }

  package static func isLess(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.scalar(let left), .scalar(let right)): left < right
    case (.text(let left), .text(let right)): isLess(left, right)
    case (.truth(let left), .truth(let right)): !left && right
    default: false
    }
  }

  package static func isLess(_ left: String, _ right: String) -> Bool {
    left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
  }
}
