import Dispatch
import NavStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A main loop that runs the steps of ``LoopApp``.
@MainActor
protocol Loop {
  typealias Step = @MainActor () throws -> Void

  /// Runs `work` in the loop, from any thread. The program passes this function to
  /// `NavMainLoop.use`.
  var schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void { get }

  /// Runs one of the steps every `milliseconds`, and ends the loop after the last step.
  func run(_ steps: [Step], milliseconds: Int) throws
}

/// A loop without a library. In each iteration, it sleeps, runs a step, and runs the scheduled
/// work.
struct SleepLoop: Loop {
  private let works = Locked<[@Sendable () -> Void]>([])

  var schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
    { [works] work in works.withLock { $0.append(work) } }
  }

  func run(_ steps: [Step], milliseconds: Int) throws {
    for step in steps {
      usleep(UInt32(milliseconds) * 1_000)
      try step()
      let works = works.withLock { works in
        defer { works = [] }
        return works
      }
      for work in works { work() }
    }
  }
}

/// Dispatch's main loop, which doesn't end after the last step.
struct DispatchLoop: Loop {
  var schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
    { work in DispatchQueue.main.async(execute: work) }
  }

  func run(_ steps: [Step], milliseconds: Int) throws {
    for (index, step) in steps.enumerated() {
      let time = DispatchTime.now() + .milliseconds((index + 1) * milliseconds)
      DispatchQueue.main.asyncAfter(deadline: time) {
        MainActor.assumeIsolated { try? step() }
      }
    }
    dispatchMain()
  }
}

/// GLib's main loop, as in a GTK program. The library is loaded at run time, so the build doesn't
/// need it.
struct GLibLoop: Loop {
  typealias Source = @convention(c) (UnsafeMutableRawPointer?) -> Int32

  private typealias New = @convention(c) (OpaquePointer?, Int32) -> OpaquePointer
  private typealias Run = @convention(c) (OpaquePointer) -> Void
  private typealias IdleAdd = @convention(c) (Source, UnsafeMutableRawPointer?) -> UInt32
  private typealias TimeoutAdd =
    @convention(c) (UInt32, Source, UnsafeMutableRawPointer?) -> UInt32

  private let loop: OpaquePointer
  private let start: Run
  private let quit: Run
  private let idleAdd: IdleAdd
  private let timeoutAdd: TimeoutAdd

  struct NotFound: Error {}

  init() throws {
    guard let library = dlopen("libglib-2.0.so.0", RTLD_NOW) else { throw NotFound() }
    func function<T>(_ name: String, as type: T.Type) throws -> T {
      guard let address = dlsym(library, name) else { throw NotFound() }
      return unsafeBitCast(address, to: type)
    }
    loop = try function("g_main_loop_new", as: New.self)(nil, 0)
    start = try function("g_main_loop_run", as: Run.self)
    quit = try function("g_main_loop_quit", as: Run.self)
    idleAdd = try function("g_idle_add", as: IdleAdd.self)
    timeoutAdd = try function("g_timeout_add", as: TimeoutAdd.self)
  }

  /// The closure of a GLib source. The loop calls it until it returns `false`.
  private final class Work {
    let body: () -> Bool

    init(_ body: @escaping () -> Bool) {
      self.body = body
    }

    static let call: Source = { work in
      guard let work else { return 0 }
      return Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().body() ? 1 : 0
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
  }

  var schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
    let idleAdd = idleAdd
    return { work in
      _ = idleAdd(
        Work.call,
        Work {
          work()
          return false
        }.pointer)
    }
  }

  func run(_ steps: [Step], milliseconds: Int) throws {
    nonisolated(unsafe) var rest = steps[...]
    let work = Work {
      MainActor.assumeIsolated {
        if let step = rest.popFirst() {
          try? step()
        } else {
          quit(loop)
        }
        return !rest.isEmpty
      }
    }
    _ = timeoutAdd(UInt32(milliseconds), Work.call, work.pointer)
    start(loop)
  }
}
