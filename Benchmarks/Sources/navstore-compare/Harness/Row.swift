/// A row of the comparison: a measurement of NavStore and of the sides with which it is compared.
struct Row: Sendable {
  /// The name in the report and for `--only`.
  let name: String

  /// The note below the table, which describes the measured work of each side.
  let about: String
  let unit: String

  /// The target for NavStore; `nil` for a row without a target.
  let target: Target?

  /// Whether the row's files take minutes to create. Such a row runs only with `--all`, or if
  /// `--only` names it.
  var isLong = false

  /// Creates the sides of the row, and their files in the folder of the workspace.
  let contenders: @Sendable (Workspace) async throws -> [Contender]
}

extension Row {
  /// All rows, in the order of the report.
  static let all: [Row] = [
    commit,
    commitFlush,
    commitGRDBSchema,
    commitGrowth,
    logBytesKnown,
    logBytesNew,
    index,
    foldGrowth,
    pushCall,
    pushCallAlone,
    pushCallDepth1000,
    openRestore,
    restoreDepth8,
    recent10K,
    recent1M,
    recent1MTail,
    recentPage1000,
    visitsPage1000,
    frecent1M,
    search50K,
    batched,
    forgetItem1M,
    erasePerMB,
    clear1M,
    pruneVisit,
    bytesPerVisit,
    maintenanceStep,
    userDefaults,
    scenesRestore,
    scenesCommit,
    processLaunch,
    memory,
    librarySize,
    librarySizeRouting,
    commit10M,
  ]
}

/// The code that is measured in a row.
enum Side: String, CaseIterable {
  case navstore
  case floor
  case grdb
  case userdefaults

  /// NavStore under other conditions, such as a smaller history. The row's note describes them.
  case baseline
}

/// A side of a row, with the code that measures it.
struct Contender {
  let side: Side

  /// Takes one sample, in the row's unit.
  let sample: () async throws -> Double
}

/// The error that a row can't be measured on this machine, because a tool or a file is missing.
struct Skipped: Error {
  let reason: String
}
