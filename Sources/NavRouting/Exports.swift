// One import is enough, because each user of routers also uses the store.
@_exported import NavStore
