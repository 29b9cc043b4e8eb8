internal import Foundation

/// The most memory that a process has had at once
enum PeakMemory {
  /// In megabytes (10⁶ bytes)
  static func megabytes(_ usage: rusage) -> Double {
    #if canImport(Darwin)
      Double(usage.ru_maxrss) / 1e6
    #else
      // Linux counts in units of 1024 bytes.
      Double(usage.ru_maxrss) * 1024 / 1e6
    #endif
  }
}
