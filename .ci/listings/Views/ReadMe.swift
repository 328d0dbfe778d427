//= README.md 1.1
//= README.md 11.1

@MainActor enum ReadMe {
  //= README.md 1.2

  //= README.md 1.3+

  @Observable final class MyRouter { var path: [AppRoute] = [] }

  struct Own: View {
    @State var myRouter = MyRouter()

    var body: some View {
      //= README.md 3
    }
  }

  func operations(router: NavRouter<AppRoute>) async throws {
    //= README.md 2
  }

  func persistence() throws {
    //= README.md 5
  }

  func setUp() {
    //= README.md 6
  }

  nonisolated final class Loop: Sendable {
    func addIdle(_ work: @escaping @Sendable () -> Void) {}
  }

  func mainLoop(loop: Loop) {
    //= README.md 4
  }

  enum AppFlow: String, Codable { case splash, signIn, main }
  struct Selection: Codable, Hashable { var item: Int? }

  private static let account = ""

  struct Several: View {
    //= README.md 7.1

    var body: some View {
      //= README.md 7.2
    }
  }

  struct Links: View {
    let router: NavRouter<AppRoute>
    //= README.md 8.1

    var body: some View {
      //= README.md 8.2
    }
  }

  func history(router: NavRouter<AppRoute>, start: Date, end: Date) async throws {
    let lastHour = Date.now - 3_600..<Date.now
    //= README.md 9
  }

  enum Changed {
    //= README.md 10

    func contract() throws {
      //= README.md 11.2
    }
  }
}
