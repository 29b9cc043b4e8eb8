/// Instances to evaluate again, taken out in the order of their templates
///
/// A template outside all scopes is its own only instance, and is one bit; those of rows are in a list.
struct DirtySet: Sendable {
  /// One bit a template that is an instance itself
  private var plain: [UInt64] = []

  /// One bit a template that has a list
  private var listed: [UInt64] = []

  /// The instances of rows of each template that has some to evaluate
  private var instances: [[Int32]] = []
  private var isListed: [Bool] = []

  mutating func reserve(templates: Int) {
    plain = Array(repeating: 0, count: (templates + 63) / 64)
    listed = plain
    instances = Array(repeating: [], count: templates)
  }

  mutating func insert(_ instance: Int32, template: Int32) {
    let bit: UInt64 = 1 << UInt64(template & 63)
    guard instance != template else {
      plain[Int(template) >> 6] |= bit
      return
    }
    let index = Int(instance)
    while isListed.count <= index { isListed.append(false) }
    guard !isListed[index] else { return }
    isListed[index] = true
    listed[Int(template) >> 6] |= bit
    instances[Int(template)].append(instance)
  }

  /// The least template at or after one that has instances
  func first(from template: Int) -> Int? {
    var word = template >> 6
    var mask = ~UInt64(0) << UInt64(template & 63)
    while word < plain.count {
      let bits = (plain[word] | listed[word]) & mask
      if bits != 0 { return word << 6 + bits.trailingZeroBitCount }
      mask = ~0
      word += 1
    }
    return nil
  }

  /// Takes out the instance that a template itself is
  ///
  /// - Returns: whether it was in the set.
  mutating func removePlain(_ template: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(template & 63)
    guard plain[template >> 6] & bit != 0 else { return false }
    plain[template >> 6] &= ~bit
    return true
  }

  /// Takes out the instances of rows
  mutating func removeListed(_ template: Int) -> [Int32] {
    let bit: UInt64 = 1 << UInt64(template & 63)
    guard listed[template >> 6] & bit != 0 else { return [] }
    listed[template >> 6] &= ~bit
    let taken = instances[template]
    instances[template] = []
    for instance in taken { isListed[Int(instance)] = false }
    return taken
  }
}
