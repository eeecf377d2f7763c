// A list with one of its items at another place.

/** The same list when there is nothing to move, or nowhere to move it to. */
export function arrayMove<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  if (from < 0 || from >= next.length || to < 0 || to >= next.length) return next
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
