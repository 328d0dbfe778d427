// A test that imports `NavStoreTesting` also needs the routes and stores of `NavStore`.
@_exported import NavStore
