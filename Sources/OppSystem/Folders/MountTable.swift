/// The file systems of this machine, as Linux lists them
struct MountTable {
  /// The place of each file system and its kind, such as `/` and `ext4`
  private let mounts: [(place: String, kind: String)]

  /// The kinds of file systems that other machines, or programs, may change without an event here
  private static let shared: Set<String> = [
    "9p", "afs", "ceph", "cifs", "glusterfs", "nfs", "nfs4", "smb3", "smbfs", "vboxsf", "virtiofs",
    "vmhgfs",
  ]

  /// The present file systems; none if the system does not list them
  static var present: MountTable {
    let bytes = (try? OpenFile.bytes(of: "/proc/self/mounts", upTo: 1 << 20)) ?? []
    return MountTable(String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameter text: a line for each, `DEVICE PLACE KIND OPTIONS …`, with `\040` for a space.
  init(_ text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2 else { return nil }
      let place = words[1].split(separator: "\\040", omittingEmptySubsequences: false)
      return (place.joined(separator: " "), String(words[2]))
    }
  }

  /// `true` if a folder is on a file system that others may change without an event here
  func isShared(_ folder: String) -> Bool {
    var best: (place: String, kind: String)?
    for mount in mounts
    where folder == mount.place || mount.place == "/" || folder.hasPrefix(mount.place + "/") {
      // Of two at one place the later one is above.
      if mount.place.utf8.count >= best?.place.utf8.count ?? 0 { best = mount }
    }
    guard let kind = best?.kind else { return false }
    return Self.shared.contains(kind) || kind.hasPrefix("fuse")
  }
}
