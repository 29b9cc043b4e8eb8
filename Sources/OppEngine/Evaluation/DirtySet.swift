/// Instances to evaluate again, taken out in the order of their templates
///
/// A template outside all scopes is its own only instance, and is one bit; those of rows are in a list.
///
/// Of templates 70 and 71 and instances of rows 300 to 302, inserted as 301 of 70, 300 of 70, 301 of 70, 302 of 71 and
/// 70 itself: ``first(from:)`` is 70, `removeListed(70)` gives 301 and 300, `removePlain(70)` is true, and then the
/// first is 71. The evaluation of an instance inserts instances of later templates only, so that one pass is enough.
struct DirtySet: Sendable {
  /// One bit a template that is an instance itself
  private var plain: [UInt64] = []

  /// One bit a template that has a list
  private var listed: [UInt64] = []

  /// The instances of rows of each template that has some to evaluate
  private var instances: [[InstanceID]] = []

  /// By instance: whether it is in the list of its template; as long as the largest instance needed
  private var isListed: [Bool] = []

  /// Makes room for templates, once, before anything is inserted
  mutating func reserve(templates: Int) {
    plain = Array(repeating: 0, count: (templates + 63) / 64)
    listed = plain
    instances = Array(repeating: [], count: templates)
  }

  /// Adds an instance of a template, unless it is there
  mutating func insert(_ instance: InstanceID, template: TemplateID) {
    let bit: UInt64 = 1 << UInt64(template.index & 63)
    guard instance != InstanceID(template) else {
      plain[template.place >> 6] |= bit
      return
    }
    while isListed.count <= instance.place { isListed.append(false) }
    guard !isListed[instance] else { return }
    isListed[instance] = true
    listed[template.place >> 6] |= bit
    instances[template].append(instance)
  }

  /// The least template after one that has instances
  func first(after template: TemplateID) -> TemplateID? {
    first(from: TemplateID(index: template.index + 1))
  }

  /// The least template at or after one that has instances
  func first(from template: TemplateID) -> TemplateID? {
    var word = template.place >> 6
    var mask = ~UInt64(0) << UInt64(template.index & 63)
    while word < plain.count {
      let bits = (plain[word] | listed[word]) & mask
      if bits != 0 { return TemplateID(word << 6 + bits.trailingZeroBitCount) }
      mask = ~0
      word += 1
    }
    return nil
  }

  /// Takes out the instance that a template itself is
  ///
  /// - Returns: whether it was in the set.
  @inline(__always)
  mutating func removePlain(_ template: TemplateID) -> Bool {
    let bit: UInt64 = 1 << UInt64(template.index & 63)
    guard plain[template.place >> 6] & bit != 0 else { return false }
    plain[template.place >> 6] &= ~bit
    return true
  }

  /// Takes out the instances of rows
  @inline(__always)
  mutating func removeListed(_ template: TemplateID) -> [InstanceID] {
    let bit: UInt64 = 1 << UInt64(template.index & 63)
    guard listed[template.place >> 6] & bit != 0 else { return [] }
    return removeList(template)
  }

  /// Takes out the list of a template that has one
  private mutating func removeList(_ template: TemplateID) -> [InstanceID] {
    listed[template.place >> 6] &= ~(1 << UInt64(template.index & 63))
    let taken = instances[template]
    instances[template] = []
    for instance in taken { isListed[instance] = false }
    return taken
  }
}
