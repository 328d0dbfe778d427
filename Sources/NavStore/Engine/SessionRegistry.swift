/// The live sessions of a store, by stack: a second face on the same stack shares its session.
/// They may be looked for on any thread; all else is confined to the writer's queue.
final class SessionRegistry {
  private struct Entry {
    weak var session: SessionCore?
  }

  private let entries = Locked<[StackKey: Entry]>([:])

  /// The last few, kept alive: `save` and `restore` without a router would otherwise read the
  /// stack anew at each call.
  private var kept: [SessionCore] = []
  private static let keptCount = 8

  /// The lists over all stacks of a scene, by any stack of it with its name left out.
  private var lists: [StackKey: WeakList] = [:]
  private var keptLists: [NavStore.SceneList] = []

  private struct WeakList {
    weak var list: NavStore.SceneList?
  }

  /// Which type each tag stands for.
  private var types: [String: ObjectIdentifier] = [:]
  private var sweepAt = 64

  /// Which of the file's changes by other processes are known: see ``note(dataVersion:)``. Nil
  /// before the first look of a connection.
  private(set) var seenDataVersion: Int64?

  /// The live session of `key`, if there is one.
  func find(_ key: StackKey, codec: CodecIdentity) throws(NavStore.Error) -> SessionCore? {
    guard let session = find(key) else { return nil }
    guard session.codec.identity == codec else {
      throw NavStore.Error(
        .routeTypeMismatch,
        "The stack is in use with another route type or registry in this process.")
    }
    return session
  }

  /// Claims each tag for a type; throws where another has it.
  func claim(_ tags: [String: ObjectIdentifier]) throws(NavStore.Error) {
    for (tag, type) in tags where types[tag, default: type] != type {
      throw .duplicateRouteTag(tag)
    }
    types.merge(tags) { type, _ in type }
  }

  func insert(_ session: SessionCore) {
    entries.withLock { entries in
      if entries.count >= sweepAt {
        entries = entries.filter { $0.value.session != nil }
        sweepAt = max(64, entries.count * 2)
      }
      entries[session.key] = Entry(session: session)
    }
    keep(session)
  }

  /// All live sessions.
  var all: [SessionCore] { entries.withLock { $0.compactMap(\.value.session) } }

  /// The live sessions of an account, in every scene.
  func sessions(ofAccount account: String) -> [SessionCore] {
    all.filter { $0.key.account.hasBytes(of: account) }
  }

  /// The live sessions of a scene.
  func sessions(inScene scene: String) -> [SessionCore] {
    all.filter { $0.key.scene.hasBytes(of: scene) }
  }

  func keep(_ session: SessionCore) {
    guard !kept.contains(where: { $0 === session }) else { return }
    if kept.count >= Self.keptCount { kept.removeFirst() }
    kept.append(session)
  }

  func forgetKept() {
    kept = []
    keptLists = []
  }

  /// The live list over the stacks of the scene and account of `key`.
  func list(of key: StackKey) -> NavStore.SceneList? {
    lists.isEmpty ? nil : lists[key.unnamed]?.list
  }

  func insert(_ list: NavStore.SceneList) {
    guard let key = try? StackKey(scene: list.scene, account: list.account, name: "") else {
      return
    }
    lists = lists.filter { $0.value.list != nil }
    lists[key] = WeakList(list: list)
    keptLists.append(list)
  }

  /// The live lists of scenes.
  var sceneLists: [NavStore.SceneList] { lists.isEmpty ? [] : lists.values.compactMap(\.list) }

  /// The live lists of an account, in every scene.
  func sceneLists(ofAccount account: String) -> [NavStore.SceneList] {
    sceneLists.filter { $0.account.hasBytes(of: account) }
  }

  /// The live session of a stack.
  func find(_ key: StackKey) -> SessionCore? { entries.withLock { $0[key]?.session } }

  /// The live sessions of the stacks that `list` is over.
  func followed(by list: NavStore.SceneList) -> [SessionCore] {
    all.filter { self.list(of: $0.key) === list }
  }

  /// Lets go of what is live of accounts that left: whoever asks for it gets it anew.
  func forgetThoseThatLeft() {
    kept.removeAll(where: \.hasLeft)
    keptLists.removeAll(where: \.hasLeft)
    entries.withLock { $0 = $0.filter { $0.value.session?.hasLeft == false } }
    lists = lists.filter { $0.value.list?.hasLeft == false }
  }

  /// Lets go of the kept ones where another process has written since the last call: what they
  /// know may be old. Those that somebody holds stay, and catch up before they are next written.
  func note(dataVersion: Int64) {
    guard dataVersion != seenDataVersion else { return }
    seenDataVersion = dataVersion
    forgetKept()
    for session in all { session.isBehind = true }
    for list in sceneLists { list.isBehind = true }
  }

  /// The versions that another connection sees do not compare with those before.
  func forgetDataVersion() { seenDataVersion = nil }
}
