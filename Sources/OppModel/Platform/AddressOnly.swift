/// A member that keeps a large struct in memory, so that a debug build reads its members in place
///
/// Without optimization, Swift copies a large struct to read a member of it in a method that does not change it, with a reference
/// count for each array inside: most of the time of the tests went there. A struct with a weak reference cannot be loaded,
/// only addressed, and its members are read in place. A release build does not copy, and has no such reference.
package struct AddressOnly: Sendable {
  #if DEBUG && !hasFeature(Embedded)
    private weak let reference: Referent? = nil
  #endif

  package init() {}
}

#if DEBUG && !hasFeature(Embedded)
  /// A class without objects: the weak reference refers to none
  private final class Referent: Sendable {}
#endif
