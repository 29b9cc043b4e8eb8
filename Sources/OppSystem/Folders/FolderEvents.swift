#if os(Linux)
  /// The events of inotify(7) in some folders, on the thread of their watch
  struct FolderEvents: ~Copyable {
    /// The descriptor of inotify
    let descriptor: Int32

    private let subject: FolderWatch.Subject

    /// The folders that are watched, by the number of their watch
    private var watched: [Int32: String]

    /// `true` if a folder may change without an event, because others have access to it as well
    private let hasShared: Bool

    /// The descriptor of watches, from which a thread makes the events
    struct Descriptor: Sendable {
      fileprivate let number: Int32
      fileprivate let watched: [Int32: String]

      /// - Returns: `nil` if the system has no more descriptors or watches.
      init?(_ subject: FolderWatch.Subject) {
        number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard number >= 0 else { return nil }
        watched = FolderEvents.watch(subject.folders, number)
      }

      /// Ends the watches, if no thread has taken them
      func end() { close(number) }
    }

    init(_ descriptor: Descriptor, _ subject: FolderWatch.Subject) {
      self.descriptor = descriptor.number
      self.subject = subject
      watched = descriptor.watched
      let mounts = MountTable.present
      hasShared = subject.folders.contains { mounts.isShared($0) }
    }

    deinit { close(descriptor) }

    /// `true` if each change makes an event
    var isComplete: Bool { watched.count == subject.folders.count && !hasShared }

    /// Watches the folders that are not watched: one may have come
    mutating func watchMissing() {
      let known = Set(watched.values)
      let found = Self.watch(subject.folders.subtracting(known), descriptor)
      watched.merge(found) { $1 }
    }

    /// Watches folders; one that is not there is left out
    private static func watch(_ folders: Set<String>, _ descriptor: Int32) -> [Int32: String] {
      var watched: [Int32: String] = [:]
      for folder in folders {
        let watch = inotify_add_watch(descriptor, folder, events)
        if watch >= 0 { watched[watch] = folder }
      }
      return watched
    }

    private static let events = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MODIFY
        | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Takes all events; whether one of them is of a file that matters
    mutating func takeAny() -> Bool {
      var isAny = false
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return isAny }
        var index = 0
        while index + Self.headLength <= count {
          let length = Int(Self.word(buffer[(index + 12)...]))
          let end = min(index + Self.headLength + length, count)
          if take(buffer[index..<end]) { isAny = true }
          index = end
        }
      }
    }

    /// The bytes of an event before its name: the number of the watch, the mask, a cookie, and the length of the name
    private static let headLength = 16

    /// Takes an event; whether it matters
    private mutating func take(_ event: ArraySlice<UInt8>) -> Bool {
      let watch = Int32(bitPattern: Self.word(event))
      let mask = Self.word(event.dropFirst(4))
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
        // The folder has another name, or none: another one may take its place.
        if watched.removeValue(forKey: watch) != nil { inotify_rm_watch(descriptor, watch) }
        return true
      }
      guard let names = subject.names else { return true }
      let name = event.dropFirst(Self.headLength).prefix { $0 != 0 }
      return names.contains(String(decoding: name, as: UTF8.self))
    }

    /// The first four bytes in the order of this machine
    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      var word: UInt32 = 0
      withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: bytes.prefix(4)) }
      return word
    }
  }
#else

  /// Other systems report no events
  struct FolderEvents: ~Copyable {
    let descriptor: Int32 = -1

    struct Descriptor: Sendable {
      init?(_ subject: FolderWatch.Subject) { return nil }
      func end() {}
    }

    init(_ descriptor: Descriptor, _ subject: FolderWatch.Subject) {}

    var isComplete: Bool { false }
    mutating func watchMissing() {}
    mutating func takeAny() -> Bool { false }
  }
#endif
