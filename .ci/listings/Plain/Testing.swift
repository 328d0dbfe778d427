import NavRouting
import NavStoreTesting
import Testing

struct Contract {
  //= RouteContract.swift 1
}

// A line of a manifest:
//! RouteContract.swift 2

enum Stores {
  func clock() throws {
    //= ManualClock.swift 1
  }

  func relaunch() async throws {
    //= TemporaryStore.swift 1
  }
}
