// What is made when it is first asked for, and kept.

/** `make`, called at most once; where it throws, it is called again the next time. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
