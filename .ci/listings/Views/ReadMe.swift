//= README.md 1.1
//= README.md 14.1

@MainActor enum ReadMe {
  //= README.md 1.2

  //= README.md 1.3+

  @Observable final class MyRouter { var path: [AppRoute] = [] }

  struct Own: View {
    @State var myRouter = MyRouter()

    var body: some View {
      //= README.md 2
    }
  }

  struct Operations: View {
    //= README.md 3.1

    func use() async throws {
      //= README.md 3.2

      //= README.md 3.3
    }

    var body: some View { Root() }
  }

  enum Elements {
    nonisolated struct Article: Hashable { var id: Int }
    nonisolated enum Library { static func article(_ id: Int) throws -> Article { Article(id: id) } }
    struct PageRoute: NavRoute { var id: Int }

    //= README.md 4
  }

  func persistence() throws {
    //= README.md 6
  }

  func setUp() {
    //= README.md 7
  }

  nonisolated final class Loop: Sendable {
    func addIdle(_ work: @escaping @Sendable () -> Void) {}
  }

  @MainActor final class TextLabel { var text = "" }

  func mainLoop(loop: Loop, label: TextLabel, router: NavRouter<AppRoute>) {
    //= README.md 5
  }

  struct Selection: Codable, Hashable { var item: Int? }

  struct Tabs: View {
    var body: some View {
      //= README.md 8
    }
  }

  func objects(window: NavWindow) {
    //= README.md 9
  }

  struct Account: View {
    @State private var auth = SigningInAndOut.Auth()

    var body: some View {
      //= README.md 10
    }
  }

  struct Links: View {
    let router: NavRouter<AppRoute>
    //= README.md 11.1

    var body: some View {
      //= README.md 11.2
    }
  }

  func history(router: NavRouter<AppRoute>, start: Date, end: Date) async throws {
    let lastHour = Date.now - 3_600..<Date.now
    let user = "ada"
    //= README.md 12
  }

  enum Changed {
    //= README.md 13

    func contract() throws {
      //= README.md 14.2
    }
  }
}
