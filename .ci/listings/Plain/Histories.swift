import FoundationEssentials
import NavRouting
import NavStoreInspection

@MainActor enum Histories {
  struct Auth { var user: String? }

  func history(store: NavStore, auth: Auth) async throws {
    //= NavStore+History.swift 1
  }

  func visits(history: NavStore.History<AppRoute>) async throws {
    //= History+Visits.swift 1
  }

  func filter(store: NavStore, start: Date, end: Date) async throws {
    //= NavStore+VisitFilter.swift 1
  }

  func tree(_ tree: NavVisitTree<AppRoute>) {
    //= NavVisitTree.swift 1
  }

  final class File { func write(_ line: String) throws {} }

  func export(store: NavStore, file: File) async throws {
    //= NavHistoryExport.swift 1
  }

  func updates(store: NavStore) async throws {
    //= History+Updates.swift 1
  }

  @MainActor final class ItemList { func show(_ items: NavStore.Page<NavStore.Item<AppRoute>>) {} }

  func calls(history: NavStore.History<AppRoute>, list: ItemList) {
    //= Updates+OnChange.swift 1
  }

  //= Module.md 1

  //= Module.md 2
}
