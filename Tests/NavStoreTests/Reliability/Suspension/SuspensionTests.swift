#if os(Linux)
  import CSQLite
  import Foundation
  import NavStoreSQLite
  import TestSupport
  import Testing

  @testable import NavStore

  @Suite("Suspension during use")
  struct SuspensionTests {
    @Test(
      "A suspension during any call leaves no lock and no open file, and the store works again")
    func interleavings() async throws {
      let count = isSoak ? 10_000 : 50
      let busy = try BusyStore(random: .make())
      let tasks = busy.start()
      // Waits for the first results of the two history streams, so that the streams also use the
      // store during the suspensions.
      while busy.answerCount < 2 { await Task.yield() }
      var late = 0
      for _ in 0..<count where busy.faults.isEmpty {
        late += try await busy.suspendSomewhere()
      }
      await busy.stop(tasks)
      #expect(busy.faults.isEmpty, "\(busy.faults.prefix(3))")
      // A call may be preempted after it was counted as started and before it reaches the store.
      // Such a call uses the store after the suspension, which must be rare.
      #expect(late <= 3 + count / 20)
      try await busy.expectEverythingSaved()
      print(
        "Suspended \(count) times among \(busy.callCount) calls and \(busy.answerCount) results: "
          + "0 locks left, \(late) calls began later")
    }

    @Test("A query in progress doesn't reopen the file after the store is suspended")
    func query() async throws {
      let temporary = try TemporaryStore()
      let store = temporary.store
      try store.save([Page("a")], in: "main")
      let session = try store.session(of: Page.self, in: "main")
      let block = DispatchSemaphore(value: 0)
      store.writer.queue.async { block.wait() }
      // The query must wait until this push is committed.
      session.push("b")
      async let answer = store.history(of: Page.self, account: nil).items()
      while !store.writer.hasCall { await Task.yield() }
      async let suspended: Void = store.suspend()
      await Task.yield()
      block.signal()
      #expect(try await answer.count == 2)
      try await suspended
      #expect(OpenFiles(of: temporary.url).held.isEmpty)
    }

    @Test("A history stream doesn't reopen a suspended file, and has a new result at the next use")
    func updates() async throws {
      let temporary = try TemporaryStore()
      let store = temporary.store
      try store.save([Page("a")], in: "main")
      var updates = store.history(of: Page.self, account: nil).updates(.recent())
        .makeAsyncIterator()
      #expect(await updates.next()?.count == 1)
      let answers = Locked(0)
      let task = Task {
        for await _ in store.history(of: Page.self, account: nil).updates(.recent()) {
          answers.withLock { $0 += 1 }
        }
      }
      while answers.withLock({ $0 }) == 0 { await Task.yield() }
      // The suspension commits this push. After that commit, the stream of `task` would run its
      // query if the store weren't suspended.
      let session = try store.session(of: Page.self, in: "main")
      session.change(endsTurn: false) { $0.push(contentsOf: [Page("b")]) }
      try await store.suspend()
      for _ in 0..<1_000 { await Task.yield() }
      #expect(OpenFiles(of: temporary.url).held.isEmpty)
      #expect(try store.restore(Page.self, in: "main").path.count == 2)
      #expect(await updates.next()?.count == 2)
      task.cancel()
    }

    @Test("Suspending a suspended store opens nothing and notifies no stream")
    func twice() async throws {
      let temporary = try TemporaryStore()
      try temporary.store.save([Page("a")], in: "main")
      try await temporary.store.suspend()
      var updates = temporary.store.history(of: Page.self, account: nil).updates(.recent())
        .makeAsyncIterator()
      #expect(await updates.next()?.count == 1, "The first result opens the file.")
      try await temporary.store.suspend()
      try await temporary.store.suspend()
      #expect(OpenFiles(of: temporary.url).held.isEmpty)
      try temporary.store.save([Page("a"), Page("b")], in: "main")
      #expect(await updates.next()?.count == 2, "The result after a save opens the file, too.")
      #expect(!OpenFiles(of: temporary.url).held.isEmpty)
    }

    @Test("Control: a pending statement of another connection is found by the same check")
    func plantedStatement() async throws {
      let temporary = try TemporaryStore()
      try temporary.store.save([Page("a")], in: "main")
      let files = OpenFiles(of: temporary.url)
      #expect(!files.locks.isEmpty, "The test must be able to see locks")
      #expect(files.descriptors.count >= 3)
      var handle: OpaquePointer?
      #expect(sqlite3_open_v2(temporary.url.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
      var statement: OpaquePointer?
      sqlite3_prepare_v2(handle, "SELECT id FROM visit", -1, &statement, nil)
      #expect(sqlite3_step(statement) == SQLITE_ROW)
      try await temporary.store.suspend()
      #expect(!files.locks.isEmpty)
      #expect(!files.descriptors.isEmpty)
      // `sqlite3_close_v2` keeps the connection open until its statement is finalized.
      sqlite3_close_v2(handle)
      #expect(!files.locks.isEmpty)
      sqlite3_finalize(statement)
      // Finds the store's files again. The close has deleted some, and another file may have got
      // the inode number of a deleted file.
      #expect(OpenFiles(of: temporary.url).held.isEmpty)
    }
  }

  extension Writer {
    /// Whether an operation that uses the file in several steps, such as a query, is in progress.
    fileprivate var hasCall: Bool { calls.withLock { $0.wait(timeout: .now()) == .timedOut } }
  }
#endif
