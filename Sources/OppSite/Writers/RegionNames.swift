/// The names of regions on a page: no two are alike, so that a screen reader can list them
final class RegionNames {
  private var counts: [String: Int] = [:]

  /// Returns `Example` for the first block of that name, `Example 2` for the second
  func name(_ wanted: String) -> String {
    let count = (counts[wanted] ?? 0) + 1
    counts[wanted] = count
    return count == 1 ? wanted : "\(wanted) \(count)"
  }
}
