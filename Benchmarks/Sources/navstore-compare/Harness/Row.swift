/// One row of the comparison: what is measured, who is measured, and what is asked of NavStore.
struct Row: Sendable {
  /// As in `--only`.
  let name: String

  /// What one sample is, and what each side does for it: a sentence or two under the table.
  let about: String
  let unit: String

  /// Nil: reported without a target.
  let target: Target?

  /// Whether it takes minutes to make what is measured: left out unless it is named.
  var isLong = false

  /// Makes the sides, their files in the workspace.
  let contenders: @Sendable (Workspace) async throws -> [Contender]
}

extension Row {
  /// In the order of the report.
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

/// Who is measured.
enum Side: String, CaseIterable {
  case navstore
  case floor
  case grdb
  case userdefaults

  /// NavStore itself under other circumstances, which the row names.
  case baseline
}

/// One side of a row.
struct Contender {
  let side: Side

  /// Takes one sample, in the row's unit.
  let sample: () async throws -> Double
}

/// Thrown where a row is made, on a machine that has not what it needs.
struct Skipped: Error {
  let reason: String
}
