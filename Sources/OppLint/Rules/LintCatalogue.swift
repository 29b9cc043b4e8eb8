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
    .firesOncePerRow,
    .calendarRowAdded,
    .allDayEventOffset,
    .toldAfterQuietHours,
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
    // Unknown
    .alarmOnMissing,
    .otherwiseBindsTighter,
    .windowBrokenByGaps,
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

  package static func rule(named name: String) -> LintRule? {
    rules.first { $0.name == name }
  }
}
