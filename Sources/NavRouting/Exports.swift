// Code that uses routers also uses the store, so `import NavRouting` imports `NavStore` too.
@_exported import NavStore
