// A test that imports NavStoreTesting needs routes and stores too.
@_exported import NavStore
