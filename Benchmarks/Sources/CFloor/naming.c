#include "navigator.h"

#include <stdio.h>
#include <string.h>

uint64_t floor_hash(uint64_t state, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) state = (state ^ byte[i]) * 0x100000001b3u;
    return state;
}

uint64_t floor_hash_number(uint64_t state, int64_t number) {
    return floor_hash(state, &number, sizeof number);
}

// Returns the end of the value that begins at `at`, in JSON without spaces.
static const char *end_of_value(const char *at, const char *end) {
    int depth = 0;
    for (; at < end; at++) {
        if (*at == '"') {
            for (at++; at < end && *at != '"'; at++) at += *at == '\\';
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) return at;
            depth--;
        } else if (*at == ',' && depth == 0) {
            return at;
        }
    }
    return at;
}

// Returns the beginning of a member's value in an object; NULL if the object has no member of this
// name.
static const char *member(const char *object, const char *end, const char *name) {
    size_t length = strlen(name);
    if (object >= end || *object != '{') return NULL;
    for (const char *at = object + 1; at < end && *at == '"';) {
        const char *close = memchr(at + 1, '"', (size_t)(end - at - 1));
        if (!close) return NULL;
        if ((size_t)(close - at - 1) == length && !memcmp(at + 1, name, length)) return close + 2;
        at = end_of_value(close + 2, end) + 1;
    }
    return NULL;
}

// Computes the item key and the kind of a route as NavStore does. For example,
// `{"product":{"id":7}}` with the tag `Screen` has the key `Screen.product#7` and the kind
// `product`.
int floor_name_route(const char *tag, const char *payload, size_t count,
                     struct floor_naming *naming) {
    const char *end = payload + count;
    const char *name = payload + 2;
    const char *close = count > 4 ? memchr(name, '"', count - 2) : NULL;
    if (!close) return 0;
    const char *value = close + 2;
    naming->kind = name;
    naming->kind_count = (size_t)(close - name);
    const char *id = member(value, end, "id");
    if (!id) {
        const char *inner = member(value, end, "_0");
        if (inner) id = member(inner, end, "id");
    }
    const char *text = id ? id : value;
    int length = snprintf(naming->key, sizeof naming->key, "%s.%.*s%s%.*s", tag,
                          (int)naming->kind_count, name, id ? "#" : "",
                          (int)(end_of_value(text, end) - text), text);
    naming->key_count = (size_t)length;
    return length > 0 && naming->key_count < sizeof naming->key;
}
