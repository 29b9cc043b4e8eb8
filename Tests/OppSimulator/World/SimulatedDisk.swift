import CSQLite
import CSimulatedDisk
import Foundation
import OppModel

/// The disk below SQLite: the calls of the process, one of which may fail, and the writes that a power cut may lose
///
/// Only what the process itself does is counted, not what commands and the ledger do with the store.
package final class SimulatedDisk {
  /// A failure of the disk that is to come
  package enum Fault: Hashable, Sendable {
    /// One call fails, with an error of input and output
    case failing(call: Int)

    /// From one call on, nothing more can be written for a while
    case full(call: Int)
  }

  /// The fate of the writes that no sync has followed, at a power cut
  package enum Loss: String, CaseIterable, Sendable {
    /// The process is killed, and the disk has all of them
    case none

    /// Each is kept, lost or half of it
    case some
    case all
  }

  private unowned let machine: Machine

  /// The calls of the process that is running
  private(set) var calls = 0
  private var fault: Fault?

  /// `true` if a call of the process that is running has failed
  private(set) var hasFailed = false

  /// `true` if the disturbance of the full disk has been noted
  private var isFullNoted = false

  /// The end of the time for which the disk is full, in milliseconds since 1970
  private var fullUntil: Int64?

  /// The number of uses of the store by others that are under way
  private var others = 0

  /// The seconds for which a full disk is full
  static let fullSeconds: Int64 = 60

  init(_ machine: Machine) { self.machine = machine }

  /// Begins to look at the calls of this thread
  func begin() {
    simulated_disk_begin(
      { context, call in
        guard let context else { return SQLITE_OK }
        let disk = Unmanaged<SimulatedDisk>.fromOpaque(context).takeUnretainedValue()
        return disk.answer(SimulatedDiskCall(rawValue: UInt32(call)))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func end() { simulated_disk_end() }

  /// Has a call fail, counted from now
  func expect(_ fault: Fault) {
    let before = machine.process == nil ? 0 : calls
    switch fault {
    case .failing(let call): self.fault = .failing(call: call + before)
    case .full(let call): self.fault = .full(call: call + before)
    }
  }

  /// Begins a process
  func beginProcess() {
    calls = 0
    (hasFailed, isFullNoted) = (false, false)
  }

  /// Uses the store as another process does
  func asAnother<Result>(_ body: () -> Result) -> Result {
    others += 1
    defer { others -= 1 }
    return body()
  }

  /// The code with which a call fails; 0 for one that is made
  private func answer(_ call: SimulatedDiskCall) -> Int32 {
    guard others == 0, let process = machine.process else { return SQLITE_OK }
    defer { calls += 1 }
    process.diskCall(
      calls, isSync: call == SimulatedDiskSync, isWrite: call == SimulatedDiskWrite)
    if process.isDead { return SQLITE_OK }
    switch fault {
    case .failing(calls)?:
      fault = nil
      return fail(call, withCode: Self.code(of: call))
    case .full(let first)? where calls >= first && call == SimulatedDiskWrite:
      fault = nil
      isFullNoted = false
      fullUntil = machine.time + Self.fullSeconds * 1000
    case .failing, .full, nil: break
    }
    guard let fullUntil, call == SimulatedDiskWrite else { return SQLITE_OK }
    if machine.time < fullUntil { return fail(call, withCode: SQLITE_FULL) }
    self.fullUntil = nil
    return SQLITE_OK
  }

  private func fail(_ call: SimulatedDiskCall, withCode code: Int32) -> Int32 {
    if !isFullNoted || code != SQLITE_FULL {
      machine.note("disk fails in its call \(calls)")
      machine.ledger.disturb(
        from: machine.now, to: machine.now.advanced(by: Self.fullSeconds + 8))
    }
    hasFailed = true
    if code == SQLITE_FULL { isFullNoted = true }
    return code
  }

  /// An error of input and output, by the call
  private static func code(of call: SimulatedDiskCall) -> Int32 {
    let kind: Int32
    switch call {
    case SimulatedDiskOpen: return SQLITE_CANTOPEN
    case SimulatedDiskRead: kind = 1
    case SimulatedDiskWrite: kind = 3
    case SimulatedDiskSync: kind = 4
    case SimulatedDiskTruncate: kind = 6
    case _: kind = 10
    }
    return SQLITE_IOERR | kind << 8
  }

  // MARK: Power cuts

  /// The content of a file after a power cut
  ///
  /// The writes since the last sync are undone, from the last to the first; then those that the disk has kept are made again, in their order.
  func content(of path: String, losing loss: Loss) -> Data? {
    guard var data = FileManager.default.contents(atPath: path), loss != .none else {
      return FileManager.default.contents(atPath: path)
    }
    let name = URL(filePath: path).lastPathComponent
    let writes = (0..<simulated_disk_unsynced(name)).map { simulated_disk_write(name, $0) }
    for write in writes.reversed() {
      Self.put(write.before, write.beforeLength, in: &data, at: write.offset)
      Self.resize(&data, to: write.sizeBefore)
    }
    guard loss == .some else { return data }
    for (index, write) in writes.enumerated() {
      let fate = machine.chance.number(in: 0...2, "fate of a write to \(name)", index)
      if fate == 0 { continue }
      let length = fate == 1 ? write.afterLength : write.afterLength / 2
      Self.put(write.after, length, in: &data, at: write.offset)
      if write.after == nil { Self.resize(&data, to: write.sizeAfter) }
    }
    return data
  }

  private static func put(
    _ bytes: UnsafePointer<UInt8>?, _ length: Int64, in data: inout Data, at offset: Int64
  ) {
    guard let bytes, length > 0 else { return }
    if Int64(data.count) < offset + length { resize(&data, to: offset + length) }
    let range = Int(offset)..<Int(offset + length)
    data.replaceSubrange(range, with: UnsafeBufferPointer(start: bytes, count: Int(length)))
  }

  private static func resize(_ data: inout Data, to size: Int64) {
    if Int64(data.count) > size {
      data = data.prefix(Int(size))
    } else {
      data.append(Data(count: Int(size) - data.count))
    }
  }

  /// Takes the files as they are now as synced
  func forgetWrites() { simulated_disk_forget() }
}
