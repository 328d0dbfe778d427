// A test that imports NavStoreTesting also needs routes and stores.
@_exported import NavStore
