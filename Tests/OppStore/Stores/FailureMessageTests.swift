import OppStore
import OppTestLimits
import Testing

@Suite(.limited) struct FailureMessageTests {
  @Test(
    arguments: [
      (.missing, "there is no store `s`; `opp run` makes it"),
      (
        .foreign,
        "`s` is not a store of opp; name another file with `--store`; this one is left as it is"
      ),
      (
        .newer(found: 3, known: 1),
        "the store `s` is of a newer opp (its version is 3, this opp knows up to 1); use that opp, or another file with `--store`; this one is left as it is"
      ),
      (.full, "the disk of the store `s` is full; make room; what was committed is safe"),
      (
        .running(pid: 7),
        "another `opp run` uses the store `s` (process 7); stop that one first, or give this one a store of its own with `--store`"
      ),
      (
        .notRegular,
        "`s` is not a regular file, so it cannot be a store; name a file with `--store`; this one is left as it is"
      ),
      (
        .hardLinked(count: 2),
        "the file of the store `s` has 2 names (hard links); remove the other names, or copy the file: each name would have a journal of its own"
      ),
      (.existing, "`s` is there already; name another file; this one is left as it is"),
      (.broken(reason: "why"), "the store `s` failed: why"),
    ] as [(StoreFailure.Kind, String)])
  func `a failure says what is wrong and what to do`(
    kind: StoreFailure.Kind, expected: String
  ) {
    let failure = StoreFailure(kind, path: "s")
    let words = [failure.message, failure.help].compactMap(\.self).joined(separator: "; ")
    #expect(words == expected)
  }
}
