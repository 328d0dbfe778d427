//= README.md 1.1
//= README.md 9.1

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

  func history(
    window: NavWindow, router: NavRouter<AppRoute>, start: Date, end: Date
  ) async throws {
    //= README.md 3
  }

  func objects(window: NavWindow) {
    //= README.md 4
  }

  struct Account: View {
    @State private var auth = SigningInAndOut.Auth()

    var body: some View {
      //= README.md 5
    }
  }

  struct Links: View {
    //= README.md 6.1

    var body: some View {
      //= README.md 6.2
    }
  }

  func erase(history: NavHistory<AppRoute>) async throws {
    let lastHour = Date.now - 3_600..<Date.now
    let user = "ada"
    //= README.md 7
  }

  enum Changed {
    //= README.md 8

    func contract() throws {
      //= README.md 9.2
    }
  }
}
