/// Instances to evaluate again, taken out in the order of their templates
struct DirtySet: Sendable {
  /// One bit a template
  private var words: [UInt64] = []

  /// The instances of each template that has some to evaluate
  private var instances: [[Int32]] = []
  private var isDirty: [Bool] = []

  mutating func reserve(templates: Int) {
    words = Array(repeating: 0, count: (templates + 63) / 64)
    instances = Array(repeating: [], count: templates)
  }

  mutating func insert(_ instance: Int32, template: Int32) {
    let index = Int(instance)
    while isDirty.count <= index { isDirty.append(false) }
    guard !isDirty[index] else { return }
    isDirty[index] = true
    words[Int(template) >> 6] |= 1 << UInt64(template & 63)
    instances[Int(template)].append(instance)
  }

  /// The least template at or after one that has instances, and those instances
  mutating func removeFirst(from template: Int) -> (template: Int, instances: [Int32])? {
    var word = template >> 6
    var mask = ~UInt64(0) << UInt64(template & 63)
    while word < words.count {
      let bits = words[word] & mask
      if bits != 0 {
        let found = word << 6 + bits.trailingZeroBitCount
        words[word] &= ~(1 << UInt64(found & 63))
        let taken = instances[found]
        instances[found].removeAll(keepingCapacity: true)
        for instance in taken { isDirty[Int(instance)] = false }
        return (found, taken)
      }
      mask = ~0
      word += 1
    }
    return nil
  }
}
