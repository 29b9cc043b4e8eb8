#if Relapses
  /// A fault that was mended, or one like it, which can be switched on again
  ///
  /// The simulator must find each. A build without the package trait `Relapses` has nothing of them: every switch is inside
  /// `#if Relapses`.
  package enum Relapse: String, CaseIterable, Sendable {
    // MARK: Rules

    /// A rule file that lacks something counts at once
    case emptyFileCounts

    // MARK: Deliveries

    /// The success of one notifier is taken for that of all
    case notifiersShareHealth

    /// A notifier that works again is not reported
    case healthIsNotCleared

    /// A firing is marked as delivered before it is sent
    case deliveredBeforeSent

    /// A start forgets that notifiers fail, and the pauses that they have asked for
    case pauseIsForgotten

    /// A start tries all failed deliveries at once
    case attemptsBeginAnew

    /// An attempt to deliver is not kept before it is made
    case attemptIsNotKept

    /// The run does not wake for the next attempt of a delivery
    case deliveryDoesNotWake

    /// A start releases the firings that are held
    case heldIsForgotten

    // MARK: Services

    /// A service that works again is not reported
    case serviceHealthIsNotCleared

    /// A request is made before the step that has it is kept
    case requestedBeforeCommit

    /// The session does not wake when a reading is due
    case readingDoesNotWake

    /// The session does not wake for the next attempt of a request
    case retryDoesNotWake

    // MARK: Commands and Opps

    /// A command counts from the second after the last one that was processed
    case commandCountsBefore

    /// A command that was given in the second of the engine's snapshot is taken for known
    case commandIsForgotten

    /// A command keeps the second at which it read the clock, though the daemon has kept a later one since
    case lateCommandIsForgotten

    /// The engine does not wake at the end of a snooze
    case snoozeDoesNotWake

    /// A limit counts each firing twice
    case limitCountsTwice

    // MARK: The store

    /// A store that another process holds ends the run
    case lockEndsRun

    /// The relapse that is switched on; the simulator sets it before anything runs
    nonisolated(unsafe) package static var present: Relapse?

    package static func isOn(_ relapse: Relapse) -> Bool { present == relapse }
  }
#endif
