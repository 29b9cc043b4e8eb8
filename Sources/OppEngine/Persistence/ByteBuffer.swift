/// Bytes that are put together from pieces, one behind the other
///
/// An array may have another owner each time that something is appended. A buffer has one, and up to eight bytes are one store:
/// the first calendar of a session has thousands of numbers.
@usableFromInline
struct ByteBuffer: ~Copyable {
  @usableFromInline
  private(set) var storage: UnsafeMutableRawPointer

  /// The number of bytes that there is room for
  private var capacity: Int

  /// The number of bytes so far
  private(set) var count = 0

  /// An empty buffer
  ///
  /// - Parameter capacity: the number of bytes that there is room for at first, at least one.
  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    storage = .allocate(byteCount: self.capacity, alignment: 1)
  }

  /// Gives the memory back; visible to other modules, which in Embedded Swift end the buffers that they have
  @inlinable
  deinit { storage.deallocate() }

  /// Appends a byte
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    storage.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends the first bytes of a word, the lowest one first
  ///
  /// - Parameter length: their number, up to eight.
  @inline(__always)
  mutating func append(_ word: UInt64, length: Int) {
    if capacity &- count < 8 { grow(by: 8) }
    storage.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= length
  }

  /// Appends a byte, and the first bytes of a word, the lowest one first
  ///
  /// - Parameter length: the number of those of the word, up to eight.
  @inline(__always)
  mutating func append(_ byte: UInt8, _ word: UInt64, length: Int) {
    if capacity &- count < 9 { grow(by: 9) }
    storage.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    storage.storeBytes(of: word.littleEndian, toByteOffset: count &+ 1, as: UInt64.self)
    count &+= length &+ 1
  }

  /// Appends bytes
  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.baseAddress else { return }
    if capacity &- count < bytes.count { grow(by: bytes.count) }
    (storage + count).copyMemory(from: first, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Appends bytes
  @inline(__always)
  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  /// Appends a text in UTF-8
  @inline(__always)
  mutating func append(_ text: String) {
    // Every String of Swift's own has its bytes side by side, so that nothing is copied here.
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      append(UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in text.utf8 { append(byte) } }
  }

  /// Removes all bytes, and keeps the room
  mutating func empty() { count = 0 }

  /// Makes room for more bytes, twice as much as before at least
  private mutating func grow(by more: Int) {
    let wanted = max(2 * capacity, count + more)
    let other = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 1)
    other.copyMemory(from: storage, byteCount: count)
    storage.deallocate()
    (storage, capacity) = (other, wanted)
  }

  /// The bytes as a text
  var text: String {
    String(decoding: UnsafeRawBufferPointer(start: storage, count: count), as: UTF8.self)
  }
}
