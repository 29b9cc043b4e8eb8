/// The variables of the environment of this process
package enum ProcessVariables {
  /// The value of a variable; `nil` if it is not set
  ///
  /// - Complexity: linear in the number of variables.
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// All variables, as a program that is run gets them
  ///
  /// A name that is there twice has its first value, as for `getenv`; an entry without `=` is left out.
  package static var all: [String: String] {
    var found: [String: String] = [:]
    var next = entries
    while let entry = next?.pointee {
      let words = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2, found[String(words[0])] == nil {
        found[String(words[0])] = String(words[1])
      }
      next = next?.successor()
    }
    return found
  }

  private typealias Entries = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The list of the C library, `NAME=VALUE` each, that ends with a null pointer
  private static var entries: Entries? {
    #if canImport(Darwin)
      // Libraries do not see `environ` there. `RTLD_DEFAULT` is -2; the function is declared in `crt_externs.h`.
      typealias Getter = @convention(c) () -> UnsafeMutablePointer<Entries?>?
      return dlsym(UnsafeMutableRawPointer(bitPattern: -2), "_NSGetEnviron").flatMap {
        unsafeBitCast($0, to: Getter.self)()?.pointee
      }
    #else
      return environ
    #endif
  }
}
