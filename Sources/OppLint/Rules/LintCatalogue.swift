/// Every rule of the linter: the one place to add one
package enum LintCatalogue {
  /// By category, then in the order of the manual
  package static let rules: [LintRule] = [
    // Correctness
    .neverTrue,
    .alwaysTrue,
    .redundantPart,
    .deadBranch,
    .subsumedOpp,
    .duplicatePart,
    .holdBindsTighter,
    .duplicateOpp,
    .sameBranches,
    .comparedWithItself,
    .andOrMixed,
    .impossibleDate,
    .impossibleExpectation,
    .emptyText,
    // Time
    .endsAtMidnight,
    .holdLongerThanWindow,
    .eventOutsideWindow,
    .nightSplitByWeekday,
    .windowRunsBackwards,
    .twelveAM,
    .lastHourIncluded,
    .slidingPeriod,
    .pastDate,
    .unevenEvery,
    .oneSecondCondition,
    .sunMayBeMissing,
    .clockChange,
    .wholeDayWindow,
    .windowBesideItsEvent,
    .endIsOutside,
    .shortMonth,
    // Units
    .implausibleValue,
    .freezingInTheWrongScale,
    .fractionForPercent,
    .unitOfAnotherKind,
    .measuredEquality,
    .implausibleDuration,
    .ambiguousMinutes,
    // Events
    .crossingBeforeWindow,
    .changesBothWays,
    .changesOfAMeasurement,
    .onceForEver,
    .limitNeverReached,
    .laterEventDropped,
    .repeatAgainstLimit,
    .unlimitedRepetition,
    .firesOncePerRow,
    .calendarRowAdded,
    .allDayEventOffset,
    .notifiedAfterQuietHours,
    // Places
    .radiusBelowAccuracy,
    .imprecisePin,
    .pinFarFromZone,
    .nearMeasuresYou,
    .nearestHidesEntering,
    // Tables
    .emptyListIsUnknown,
    .unusedRow,
    .heedfulContains,
    .recordedNeverRead,
    // Cost
    .requestPerRow,
    .fresherThanNeeded,
    .requestedDayAndNight,
    .overBudget,
    // Unknown
    .alarmOnMissing,
    .otherwiseBindsTighter,
    .windowBrokenByGaps,
    .knownBesideUse,
    .windowShorterThanReadings,
    // Names
    .unusedDeclaration,
    .hiddenName,
    .duplicateLet,
    // Spelling
    .nearlyTheSameText,
    .doubledBraces,
    .foreignPlaceholder,
    .mixedScripts,
    // Security
    .secretInAddress,
    .plainHTTP,
    .guessableTopic,
    .shellInCommand,
    .positionLeaves,
    // Data
    .valueNeverSeen,
    .fieldNeverRead,
    .thresholdNeverCrossed,
    .neverFired,
    .firesTooOften,
    .mostlyUnknown,
    .placeNeverFound,
    .partNeverDecides,
    .flapping,
    // Suppressions
    .unusedSuppression,
    .unknownRuleInSuppression,
    .suppressionWithoutReason,
    .expiredSuppression,
    // Style
    .comparisonWithTrue,
    .negationOfNegation,
    .twoComparisonsForAWindow,
    .equalitiesForAList,
    .countForAny,
    .ifForACondition,
    .textLongerThanShown,
    .nameInAnotherStyle,
  ]

  /// The present names of rules that had another one
  package static let renamed = ["told-after-quiet-hours": "notified-after-quiet-hours"]

  package static func rule(named name: String) -> LintRule? {
    rules.first { $0.name == name }
  }
}
