import Foundation

/// Whether this was built with the address or the thread sanitizer: what a call costs in time and
/// memory is then not the library's own.
package let isSanitized: Bool = {
  let program = dlopen(nil, RTLD_NOW)
  return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
}()
