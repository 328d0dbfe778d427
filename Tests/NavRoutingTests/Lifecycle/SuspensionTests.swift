import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Files of an app that leaves the screen")
struct SuspensionTests {
  let folder: TemporaryFolder
  let store: NavStore
  let router: NavRouter<NumberRoute>

  init() throws {
    folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    self.store = store
    router = NavRouter(in: NavWindow(scene: .main, store: store))
  }

  /// Whether this process has the store's file open.
  private var isOpen: Bool {
    let open = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: open)) ?? []
    return names.contains { name in
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\(name)")
      return path?.hasPrefix(folder.path()) ?? false
    }
  }

  private var saved: [NumberRoute] {
    get throws { try folder.relaunch().restore(NumberRoute.self, in: "main").path }
  }

  #if os(Linux)
    @Test("Without views, the app's phases are enough to save and to release the file")
    func appAlone() async throws {
      let system = FakeSystem()
      let lifecycle = AppLifecycle(system: system)
      defer { system.suspend() }
      router.push(1)
      lifecycle.follow(router.context)
      system.say(.became(.active))
      router.push(2)
      #expect(isOpen)
      system.say(.became(.background))
      await system.hasReturned()
      #expect(!isOpen)
      #expect(try saved == [1, 2])
    }

    @Test("If the system refuses background time, the file is released all the same")
    func refused() async throws {
      let system = FakeSystem(refuses: true)
      let lifecycle = AppLifecycle(system: system)
      defer { system.suspend() }
      router.push(1)
      lifecycle.follow(router.context)
      system.say(.became(.background))
      while isOpen { await Task.yield() }
      #expect(try saved == [1])
    }

    @Test(
      "The phases of a window's views decide when the file is released",
      arguments: [true, false])
    func views(refuses: Bool) async throws {
      let system = FakeSystem(refuses: refuses)
      let lifecycle = AppLifecycle(system: system)
      defer { system.suspend() }
      router.push(1)
      router.views = 1
      lifecycle.follow(router.context)
      lifecycle.view(of: router.context, became: .active, after: .background)
      system.say(.became(.background))
      #expect(system.requests == 0, "The window's views decide")
      lifecycle.view(of: router.context, became: .background, after: .inactive)
      while isOpen { await Task.yield() }
      #expect(system.requests == 1)
      #expect(try saved == [1])
    }

    @Test("A window that enters the foreground keeps the file open", arguments: [true, false])
    func launched(comesToFront: Bool) async throws {
      let context = router.context
      let made = Locked<AppLifecycle?>(nil)
      let system = FakeSystem {
        guard comesToFront else { return }
        made.withLock(\.self)?.view(of: context, became: .active, after: .background)
      }
      let lifecycle = AppLifecycle(system: system)
      defer { system.suspend() }
      made.withLock { $0 = lifecycle }
      defer { made.withLock { $0 = nil } }
      router.push(1)
      router.views = 1
      lifecycle.follow(context)
      lifecycle.view(of: context, became: .background, after: .background)
      await system.hasReturned()
      #expect(isOpen == comesToFront)
    }
  #endif

  @Test("The end of the app saves the open turn before the call returns")
  func terminating() throws {
    let system = FakeSystem()
    let lifecycle = AppLifecycle(system: system)
    defer { system.suspend() }
    router.push(1)
    lifecycle.follow(router.context)
    system.say(.willTerminate)
    #expect(try saved == [1])
  }

  @Test("Background work that outlasts its time does not delay the system")
  func expired() async {
    let system = FakeSystem()
    let began = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)
    system.work {
      began.continuation.yield()
      for await _ in gate.stream {}
    }
    for await _ in began.stream { break }
    system.expire()
    await system.hasReturned()
    gate.continuation.finish()
  }

  @Test(
    "Background work runs once, even if its time expires several times", arguments: [true, false])
  func doneOnce(refuses: Bool) async {
    let system = FakeSystem(refuses: refuses)
    let starts = Locked(0)
    let began = AsyncStream.makeStream(of: Void.self)
    system.work {
      starts.withLock { $0 += 1 }
      began.continuation.yield()
    }
    for await _ in began.stream { break }
    await system.hasReturned()
    for _ in 0..<3 { system.expire() }
    await Task.detached {}.value
    #expect(starts.withLock { $0 } == 1)
  }

  @Test("A view that only reports background does not block the user's changes")
  func hosted() {
    router.push(contentsOf: [1, 2])
    router.context.mayBeInBackground()
    router.boundPath = [1]
    #expect(router.path == [1])
    router.context.became(.background, fromView: false)
    router.boundPath = []
    #expect(router.path == [1], "The app is in the background, so the change is the system's")
  }
}
