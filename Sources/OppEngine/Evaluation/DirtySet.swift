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

  /// One bit a place of ``plain`` and ``listed`` where either has any bit, so that thousands of templates are passed over at once
  private var words: [UInt64] = []

  /// The instances of rows of each template that has some to evaluate
  private var instances: [[InstanceID]] = []

  /// By instance: whether it is in the list of its template; as long as the largest instance needed
  private var isListed: [Bool] = []

  /// Makes room for templates, once, before anything is inserted
  mutating func reserve(templates: Int) {
    plain = Array(repeating: 0, count: (templates + 63) / 64)
    listed = plain
    words = Array(repeating: 0, count: (plain.count + 63) / 64)
    instances = Array(repeating: [], count: templates)
  }

  /// Adds an instance of a template, unless it is there
  mutating func insert(_ instance: InstanceID, template: TemplateID) {
    let bit: UInt64 = 1 << UInt64(template.index & 63)
    let word = template.place >> 6
    words[word >> 6] |= 1 << UInt64(word & 63)
    guard instance != InstanceID(template) else {
      plain[word] |= bit
      return
    }
    while isListed.count <= instance.place { isListed.append(false) }
    guard !isListed[instance] else { return }
    isListed[instance] = true
    listed[word] |= bit
    instances[template].append(instance)
  }

  /// Whether an instance that is a template itself is in the set; false for those of rows
  @inline(__always)
  func has(_ instance: InstanceID) -> Bool {
    let word = instance.place >> 6
    return word < plain.count && plain[word] & (1 << UInt64(instance.index & 63)) != 0
  }

  /// The least template after one that has instances
  func first(after template: TemplateID) -> TemplateID? {
    first(from: TemplateID(index: template.index + 1))
  }

  /// The least template at or after one that has instances
  ///
  /// - Complexity: linear in the templates, 4,096 of them at a time if none of these has any.
  func first(from template: TemplateID) -> TemplateID? {
    var word = template.place >> 6
    guard word < plain.count else { return nil }
    let bits = (plain[word] | listed[word]) & (~UInt64(0) << UInt64(template.index & 63))
    if bits != 0 { return TemplateID(word << 6 + bits.trailingZeroBitCount) }
    word += 1
    var mask = ~UInt64(0) << UInt64(word & 63)
    for group in (word >> 6)..<max(words.count, word >> 6) {
      let candidates = words[group] & mask
      mask = ~0
      guard candidates != 0 else { continue }
      let word = group << 6 + candidates.trailingZeroBitCount
      return TemplateID(word << 6 + (plain[word] | listed[word]).trailingZeroBitCount)
    }
    return nil
  }

  /// Takes out the instance that a template itself is
  ///
  /// - Returns: whether it was in the set.
  @inline(__always)
  mutating func removePlain(_ template: TemplateID) -> Bool {
    let bit: UInt64 = 1 << UInt64(template.index & 63)
    let word = template.place >> 6
    guard plain[word] & bit != 0 else { return false }
    plain[word] &= ~bit
    clear(word)
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
    let word = template.place >> 6
    listed[word] &= ~(1 << UInt64(template.index & 63))
    clear(word)
    let taken = instances[template]
    instances[template] = []
    for instance in taken { isListed[instance] = false }
    return taken
  }

  /// Notes that a place of ``plain`` and ``listed`` has no bit, if that is so
  @inline(__always)
  private mutating func clear(_ word: Int) {
    if plain[word] | listed[word] == 0 { words[word >> 6] &= ~(1 << UInt64(word & 63)) }
  }
}
