/// The state of the last response about a subject
struct FetchFreshness: Sendable {
  /// The fetch that brought it: another cell is another fetch
  var fetch: Fetch

  /// The second at which it came
  var responded: Int64

  /// The last second at which it counts
  var counts: Int64

  /// Whether the response before was the same: another one brings nothing newer before this is too old
  var isRepeated = false
}
