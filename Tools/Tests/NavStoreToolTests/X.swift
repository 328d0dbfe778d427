import NavStoreTesting
import Testing
@Test func x() {}
