/// The reason why the store could not do its work, of which nothing was done
///
/// Thrown by everything in this module, and turned into a failure of the command with status 3.
package struct StoreFailure: Error, Hashable, Sendable {
  package let kind: Kind

  /// The file
  package let path: String

  package enum Kind: Hashable, Sendable {
    /// There is no such file
    case missing

    /// It is there, and is no store of Opp
    case foreign

    /// It is a device, a pipe, a folder
    case notRegular

    /// The file has several names, so that two processes could work on it unseen by each other
    case hardLinked(count: Int)

    /// A later version of Opp made it
    case newer(found: Int64, known: Int64)

    /// There is no space left on the disk
    case full

    /// Another process holds it for longer than anybody should
    case locked

    /// Its content makes no sense
    case corrupt

    /// It may not be changed
    case notWritable

    /// It cannot be opened or made
    case notOpenable

    /// Another `opp run` works on it
    case running(pid: Int64?)

    /// It is there already, and would be overwritten
    case existing

    /// The copy is the store itself
    case sameFile

    /// There is no such firing
    case noFiring(id: String)

    /// Anything else, in the words of the system
    case broken(reason: String)
  }

  package init(_ kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }
}
