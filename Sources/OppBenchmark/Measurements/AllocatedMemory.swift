internal import Foundation

/// The memory that is allocated at present, without freed memory that is still resident
enum AllocatedMemory {
  /// In bytes; nil if the C library does not report it
  static var bytes: Int? {
    #if os(Linux)
      return counts.map { $0.system + $0.mapped - $0.free }
    #else
      return nil
    #endif
  }

  /// The memory that came since an earlier count, in KiB for each of some; `-` if it is not known
  static func kilobytes(since before: Int?, each count: Int) -> String {
    guard let before, let now = bytes else { return "-" }
    return Report.decimal(Double(now - before) / 1024 / Double(count)) + " KiB"
  }

  #if os(Linux)
    /// The bytes of the heaps, those mapped one by one, and those of the heaps that are free, as `malloc_info` of glibc
    /// has them after its last heap
    private static var counts: (system: Int, mapped: Int, free: Int)? {
      typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      var text: UnsafeMutablePointer<CChar>?
      var size = 0
      guard let stream = open_memstream(&text, &size) else { return nil }
      _ = unsafeBitCast(symbol, to: Info.self)(0, stream)
      fclose(stream)
      guard let text else { return nil }
      defer { Foundation.free(text) }
      guard let total = String(cString: text).components(separatedBy: "</heap>").last,
        let system = value(of: "<system type=\"current\"", in: total),
        let mapped = value(of: "<total type=\"mmap\"", in: total),
        let fast = value(of: "<total type=\"fast\"", in: total),
        let rest = value(of: "<total type=\"rest\"", in: total)
      else { return nil }
      return (system, mapped, fast + rest)
    }

    /// The attribute `size` of an element that begins so
    private static func value(of element: String, in text: String) -> Int? {
      guard let start = text.range(of: element),
        let attribute = text.range(of: "size=\"", range: start.upperBound..<text.endIndex)
      else { return nil }
      return Int(text[attribute.upperBound...].prefix { $0.isNumber })
    }
  #endif
}
