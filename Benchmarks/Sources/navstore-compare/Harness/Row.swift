/// A row of the comparison: the measurement, its sides, and NavStore's target.
struct Row: Sendable {
  /// The name, for `--only`.
  let name: String

  /// One or two sentences below the table, about a sample and the work of each side.
  let about: String
  let unit: String

  /// The target; `nil` for a row that is only reported.
  let target: Target?

  /// Whether the row's files take minutes to create. Such a row runs only if it is named.
  var isLong = false

  /// Creates the sides, with their files in the workspace.
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

/// A measured library or program.
enum Side: String, CaseIterable {
  case navstore
  case floor
  case grdb
  case userdefaults

  /// NavStore itself under other conditions, which the row names.
  case baseline
}

/// One side of a row.
struct Contender {
  let side: Side

  /// Takes one sample, in the row's unit.
  let sample: () async throws -> Double
}

/// Thrown when a row is created on a machine that lacks a requirement.
struct Skipped: Error {
  let reason: String
}
