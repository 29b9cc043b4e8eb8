internal import CCurl

/// A handle of libcurl, with the memory that it points to
struct CurlHandle: ~Copyable {
  let pointer: UnsafeMutableRawPointer

  /// The headers of the request, which libcurl does not copy
  private var headers: UnsafeMutablePointer<curl_slist>?

  /// The buffer into which libcurl writes the text of an error
  private let errorText: UnsafeMutablePointer<CChar>

  /// - Returns: `nil` if there is no memory for it.
  init?() {
    guard let pointer = opp_curl_easy_init() else { return nil }
    self.pointer = pointer
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    opp_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    opp_curl_keep_sockets_private(pointer)
  }

  deinit {
    opp_curl_easy_cleanup(pointer)
    opp_curl_list_free(headers)
    errorText.deallocate()
  }

  /// Sets an option; one that this libcurl does not know is left out
  func set(_ option: CURLoption, _ number: Int) {
    opp_curl_set_number(pointer, option, number)
  }

  /// Sets an option; one that this libcurl does not know is left out
  func set(_ option: CURLoption, _ text: String) {
    opp_curl_set_text(pointer, option, text)
  }

  func setSize(_ option: CURLoption, _ size: Int) {
    opp_curl_set_size(pointer, option, curl_off_t(size))
  }

  /// Sets the headers of the request: `Name: value`, `Name;` for an empty one, `Name:` for none in place of libcurl's own
  mutating func setHeaders(_ lines: [String]) {
    for line in lines {
      // It returns nil, and leaves the list as it is, if there is no memory.
      headers = opp_curl_list_append(headers, line) ?? headers
    }
    opp_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, headers)
  }

  /// Sets the body of the request, of which libcurl makes a copy
  func setBody(_ body: [UInt8]) {
    setSize(CURLOPT_POSTFIELDSIZE_LARGE, body.count)
    // An empty array may have no address, which would mean that the body is read from somewhere else.
    (body + [0]).withUnsafeBytes { bytes in
      _ = opp_curl_set_pointer(
        pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
  }

  /// The text of the last error; empty if there is none
  var message: String { String(cString: errorText) }

  /// A number that libcurl knows of the transfer; 0 if it does not
  func number(_ information: CURLINFO) -> Int { opp_curl_get_number(pointer, information) }

  /// A size, or a time in microseconds, that libcurl knows of the transfer; 0 if it does not
  func size(_ information: CURLINFO) -> Int { Int(opp_curl_get_size(pointer, information)) }
}
