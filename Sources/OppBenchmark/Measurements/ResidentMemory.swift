internal import Foundation

/// The memory that this process has at present
enum ResidentMemory {
  /// In bytes, after freed memory has been given back; nil if the system does not report it
  static var bytes: Int? {
    #if os(Linux)
      giveBack()
      // Pages: of the whole program, resident, shared, …
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
        return nil
      }
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    #else
      return nil
    #endif
  }

  /// The memory that came since an earlier count, in KiB for each of some; `-` if it is not known
  static func kilobytes(since before: Int?, each count: Int = 1) -> String {
    guard let before, let now = bytes else { return "-" }
    return Report.decimal(Double(now - before) / 1024 / Double(count)) + " KiB"
  }

  #if os(Linux)
    /// Gives the pages that the C library holds in reserve back to the system; other libraries than glibc hold fewer
    private static func giveBack() {
      typealias Trim = @convention(c) (Int) -> Int32
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
  #endif
}
