#if Relapses
  internal import OppSystem

  /// A fault that was mended, or one like it, which the variable `OPP_RELAPSE` switches on again
  ///
  /// The simulator must find each. A build without the package trait `Relapses` has nothing of them: every switch is inside
  /// `#if Relapses`.
  package enum Relapse: String, CaseIterable, Sendable {
    /// A rule file that lacks something counts at once
    case emptyFileCounts

    /// The success of one notifier is taken for that of all
    case notifiersShareHealth

    /// A store that another process holds ends the run
    case lockEndsRun

    /// A notifier that works again is not reported
    case healthIsNotCleared

    /// A firing is marked as delivered before it is sent
    case deliveredBeforeSent

    /// A command counts from the second after the last one that was processed
    case commandCountsBefore

    /// A start releases what is held
    case heldIsForgotten

    /// The relapse that is switched on
    private static let present = ProcessVariables["OPP_RELAPSE"].flatMap { Relapse(rawValue: $0) }

    static func isOn(_ relapse: Relapse) -> Bool { present == relapse }
  }
#endif
