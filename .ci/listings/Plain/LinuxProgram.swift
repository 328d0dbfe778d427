//= UsingNavStoreOnLinux.md 1
