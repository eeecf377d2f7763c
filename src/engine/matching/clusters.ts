// Groups of records that are the same: joined by their edges, the surest first, never across a cannot-link and never beyond a size.

export interface Edge {
  a: number
  b: number
  weight: number
}

export interface Clusters {
  /** By record the least record of its group. */
  of: Int32Array
  /** Edges that would have made a group too large, or joined two that are not to be joined. */
  refused: Edge[]
}

export interface ClusterLimits {
  /** Pairs that are not to be joined. */
  apart?: readonly (readonly [number, number])[]
  maxSize?: number
  /** By record its list, where each list has every one only once. */
  sources?: readonly number[]
}

/** Follows the parents to the root, and shortens the path. */
export function rootOf(parent: number[] | Int32Array, at: number): number {
  let root = at
  while (parent[root] !== root) root = parent[root] as number
  for (let step = at; step !== root; ) {
    const next = parent[step] as number
    parent[step] = root
    step = next
  }
  return root
}

/**
 * Edges are taken from the surest to the weakest; ties in the order of their records, so that the order in which they came
 * changes nothing. What a cannot-link forbids is refused, which drops the weakest edge of the path between the two.
 */
export function clustersOf(
  size: number,
  edges: readonly Edge[],
  { apart = [], maxSize = Number.POSITIVE_INFINITY, sources }: ClusterLimits = {},
): Clusters {
  const parent = Int32Array.from({ length: size }, (_, at) => at)
  const count = new Int32Array(size).fill(1)
  const find = (at: number): number => rootOf(parent, at)
  const foes = new Map<number, Set<number>>()
  const enemies = (root: number) => foes.get(root) ?? foes.set(root, new Set()).get(root) ?? new Set<number>()
  for (const [a, b] of apart) {
    enemies(a).add(b)
    enemies(b).add(a)
  }
  const held = sources?.map((source) => new Set([source]))
  const shareSource = (x: number, y: number) =>
    held !== undefined && [...(held[y] ?? [])].some((source) => held[x]?.has(source))
  const refused: Edge[] = []
  for (const edge of [...edges].sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)) {
    const [x, y] = [find(edge.a), find(edge.b)]
    if (x === y) continue
    const isApart = [...(foes.get(x) ?? [])].some((foe) => find(foe) === y)
    if (isApart || shareSource(x, y) || (count[x] as number) + (count[y] as number) > maxSize) {
      refused.push(edge)
      continue
    }
    const [root, child] = x < y ? [x, y] : [y, x]
    parent[child] = root
    count[root] = (count[root] as number) + (count[child] as number)
    for (const source of held?.[child] ?? []) held?.[root]?.add(source)
    for (const foe of foes.get(child) ?? []) enemies(root).add(foe)
  }
  return { of: Int32Array.from({ length: size }, (_, at) => find(at)), refused }
}
