internal import CCurl
internal import OppSystem

/// One request on its way: its handle, the response as far as it has come, and the task that waits
///
/// It lives on the thread of a ``CurlLoop`` alone, and ends once.
final class CurlTransfer {
  let handle: CurlHandle
  private let order: TransferOrder

  /// The proxy that the request goes through; `nil` for none
  private let proxy: WebProxy?
  private let trust: WebTrust
  private var head = ResponseHead()

  /// The number of bytes of all heads and trailers so far
  private var headSize = 0
  private var body: [UInt8] = []

  /// The reason why the response was not read to its end; `nil` if it was
  private var fault: WebFault?

  /// The most bytes of a head
  static let longestHead = 256 << 10

  /// - Returns: `nil` if there is no memory for it.
  init?(_ order: TransferOrder, _ environment: WebEnvironment) {
    guard var handle = CurlHandle() else { return nil }
    handle.prepare(order.hop, environment, until: order.deadline)
    self.handle = handle
    self.order = order
    proxy = environment.proxies.proxy(for: order.hop.address)
    trust = environment.trust
    setReceivers()
  }

  var deadline: ContinuousClock.Instant? { order.deadline }

  var isCancelled: Bool { order.cancellation.isRequested }

  /// Has libcurl hand the lines of the head and the bytes of the body to this transfer
  ///
  /// The handle is freed with the transfer, so that it never has the address of one that is gone.
  private func setReceivers() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    opp_curl_set_pointer(handle.pointer, CURLOPT_HEADERDATA, context)
    opp_curl_set_pointer(handle.pointer, CURLOPT_WRITEDATA, context)
    opp_curl_set_receiver(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let context else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return transfer.receive(line: line) ? size * count : 0
    }
    opp_curl_set_receiver(handle.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let context else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return transfer.receive(chunk: chunk)
    }
  }

  /// Takes a line of the head, or a trailer
  ///
  /// - Returns: `true` if more is wanted.
  private func receive(line: UnsafeRawBufferPointer) -> Bool {
    headSize += line.count
    guard headSize <= Self.longestHead else {
      return refuse(.headTooLarge(limit: Self.longestHead))
    }
    guard !head.isFinal else { return true }
    head.add(line)
    guard head.isFinal, let fault = headFault else { return true }
    return refuse(fault)
  }

  /// The reason to read no further after the head; `nil` if there is none
  private var headFault: WebFault? {
    if head.status == 206 { return .partOnly }
    if AnnouncedLength(head.headers["content-length"]) == nil { return .twoLengths }
    let encodings = head.headers["content-encoding"]?.lowercased().split(separator: ",") ?? []
    // libcurl unpacks others as well, and takes a truncated one for a whole one.
    let isUsual = encodings.allSatisfy { CurlHandle.encodings.contains($0.trimming(" \t")) }
    return isUsual ? nil : .badEncoding
  }

  /// Takes a part of the body, unpacked
  ///
  /// - Returns: the number of its bytes; 0 to end the transfer, or libcurl's number to pause it.
  private func receive(chunk: UnsafeRawBufferPointer) -> Int {
    if let feed = stream { return feed.put(chunk) ? chunk.count : Int(CURL_WRITEFUNC_PAUSE) }
    return keep(chunk) ? chunk.count : 0
  }

  /// The reader of the body, if it is a stream of events
  private var stream: EventFeed? {
    guard case .feed(let feed) = order.receiver, head.status == 200,
      head.headers["content-type"]?.lowercased().hasPrefix("text/event-stream") == true
    else { return nil }
    return feed
  }

  /// Continues a transfer that was paused, if the reader has caught up
  func resumeIfWanted() {
    guard let feed = stream, feed.takeResumption() else { return }
    opp_curl_easy_pause(handle.pointer, CURLPAUSE_CONT)
  }

  /// - Returns: `true` if more is wanted.
  private func keep(_ chunk: UnsafeRawBufferPointer) -> Bool {
    guard body.count + chunk.count <= order.hop.sizeLimit else {
      return refuse(.tooLarge(limit: order.hop.sizeLimit))
    }
    body.append(contentsOf: chunk)
    return true
  }

  private func refuse(_ fault: WebFault) -> Bool {
    self.fault = fault
    return false
  }

  /// Ends with the code of libcurl
  func finish(_ code: CURLcode) {
    let received = handle.number(CURLINFO_HEADER_SIZE) + handle.size(CURLINFO_SIZE_DOWNLOAD_T)
    order.end(WebTransfer(result(code), bytes: order.hop.size + received))
  }

  private func result(_ code: CURLcode) -> Result<TransferredResponse, WebFault> {
    if let fault { return .failure(fault) }
    guard code == CURLE_OK else { return .failure(libraryFault(code)) }
    // libcurl takes the end of a connection for the end of the head.
    guard head.isFinal else { return .failure(head.hasBegun ? .brokenOff : .closed) }
    return .success(TransferredResponse(status: head.status, headers: head.headers, body: body))
  }

  /// The fault that a code of libcurl means
  private func libraryFault(_ code: CURLcode) -> WebFault {
    let context = CurlContext(
      hasBegun: head.hasBegun, hasHead: head.isFinal, proxy: proxy?.host,
      sizeLimit: order.hop.sizeLimit,
      isSecure: order.hop.address.isSecure, hasOwnAuthorities: trust.file != nil)
    return WebFault(code, of: handle, context)
  }
}
