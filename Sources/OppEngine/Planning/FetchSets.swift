/// Sets of relevant fetches, one after another in one array of words
///
/// Bit `place` of a set stands for the fetch at that place in ``OpenProblem/relevant``.
struct FetchSets {
  let width: Int
  private(set) var words: [UInt64]

  init(count: Int, places: Int) {
    width = max(1, (places + 63) / 64)
    words = Array(repeating: 0, count: count * width)
  }

  mutating func insert(_ place: Int, into set: Int) {
    words[set * width + place / 64] |= 1 << UInt64(place % 64)
  }

  func contains(_ place: Int, in set: Int) -> Bool {
    words[set * width + place / 64] & (1 << UInt64(place % 64)) != 0
  }

  subscript(set: Int, word: Int) -> UInt64 {
    get { words[set * width + word] }
    set { words[set * width + word] = newValue }
  }
}
