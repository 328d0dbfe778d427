// `import NavStoreInspection` imports `NavStore` too, so that one import is enough to inspect a
// store.
@_exported import NavStore
