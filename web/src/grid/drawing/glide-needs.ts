// What Glide takes from lodash, in a few lines: lodash brings 8 KB, gzipped, of cases that Glide does not have.

/** The lower limit wins where the two cross. */
export const clamp = (value: number, least: number, most: number): number => Math.max(Math.min(value, most), least)

export const flatten = <Item>(lists: readonly (Item | readonly Item[])[]): Item[] => lists.flat(1) as Item[]

export const uniq = <Item>(list: readonly Item[]): Item[] => [...new Set(list)]

export const has = (object: unknown, name: string): boolean =>
  object !== null && object !== undefined && Object.hasOwn(object, name)

/** From `start` on, by steps, without the end; `range(4)` is 0 to 3, and `range(3, 0)` goes down. */
export function range(start: number, end?: number, step?: number): number[] {
  const [from, to] = end === undefined ? [0, start] : [start, end]
  const by = step ?? (from < to ? 1 : -1)
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / (by || 1))) }, (_, at) => from + at * by)
}

export function groupBy<Item>(list: readonly Item[], keyOf: (item: Item) => string): Record<string, Item[]> {
  const groups: Record<string, Item[]> = {}
  for (const item of list) {
    const key = keyOf(item)
    groups[key] ??= []
    groups[key].push(item)
  }
  return groups
}

/** Calls once, with what was said last, when nothing was said for so long. */
export function debounce<Args extends unknown[]>(tell: (...args: Args) => void, ms: number): (...args: Args) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (...args) => {
    clearTimeout(timer)
    timer = setTimeout(() => tell(...args), ms)
  }
}

/** Throttles calls; the last call comes after the last event. */
export function throttle<Args extends unknown[]>(tell: (...args: Args) => void, ms: number): (...args: Args) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Args
  return (...args) => {
    last = args
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      tell(...last)
    }, ms)
  }
}
