import FoundationEssentials
import NavRouting

// The listings of the articles about the store and its contents.

enum Configuring {
  //= ConfiguringTheStore.md 1

  //= ConfiguringTheStore.md 2
}

enum SeveralTypes {
  nonisolated struct Article: Hashable { var id: Int }
  nonisolated enum Library { static func article(_ id: Int) throws -> Article { Article(id: id) } }

  //= StoringSeveralRouteTypes.md 1

  //= StoringSeveralRouteTypes.md 2
}

enum PersistenceAlone {
  //= PersistenceOnly.md 1

  //= PersistenceOnly.md 2
}
