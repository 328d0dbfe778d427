import FoundationEssentials
import NavRouting
import NavStoreInspection

@MainActor enum Histories {
  struct Auth { var user: String? }

  func history(store: NavStore, auth: Auth) async throws {
    //= NavHistory.swift 1
  }

  func items(history: NavHistory<AppRoute>) async throws {
    //= NavHistory+Items.swift 1
  }

  func visits(history: NavHistory<AppRoute>, monday: Date) async throws {
    //= NavHistory+Visits.swift 1
  }

  func routes(history: NavHistory<AppRoute>, deleted: Int) async throws {
    //= NavHistory+Routes.swift 1
  }

  func tree(_ tree: NavVisitTree<AppRoute>) {
    //= NavVisitTree.swift 1
  }

  final class File { func write(_ line: String) throws {} }

  func export(store: NavStore, file: File) async throws {
    //= NavHistoryExport.swift 1
  }

  func updates(history: NavHistory<AppRoute>) async throws {
    //= NavHistory+Updates.swift 1
  }

  @MainActor final class ItemList { func show(_ items: [NavItem<AppRoute>]) {} }

  func calls(history: NavHistory<AppRoute>, list: ItemList) {
    //= NavUpdates+OnChange.swift 1
  }

  //= Module.md 1

  //= Module.md 2
}
