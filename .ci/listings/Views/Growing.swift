import NavRouting
import SwiftUI

// The listings of FromOneStackToMany.md and Recipes.md.

enum Growing {
  typealias Home = HomeView

  struct OneStack: App {
    var body: some Scene {
      //= FromOneStackToMany.md 1
    }
  }

  struct WithTabs: App {
    var body: some Scene {
      //= FromOneStackToMany.md 2
    }
  }

  //= FromOneStackToMany.md 3

  struct WithAccounts: App {
    @State private var auth = SigningInAndOut.Auth()

    var body: some Scene {
      //= FromOneStackToMany.md 4
    }
  }

  @MainActor static func links() {
    //= FromOneStackToMany.md 5
  }
}

enum Recipes {
  final class Player {}
  struct PlayerView: View {
    let player: Player
    var body: some View { EmptyView() }
  }

  //= Recipes.md 1

  //= Recipes.md 2

  //= Recipes.md 3

  //= Recipes.md 4

  //= Recipes.md 5

  //= Recipes.md 6

  //= Recipes.md 7
}
