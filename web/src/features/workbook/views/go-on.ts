// The server stops a search for rows at a time limit; this continues where it stopped.
interface Part {
  items: unknown[]
  next_cursor: string | null
  is_partial?: boolean
}

interface More {
  cursor?: string
  limit: number
}

/** Asks on until there are `enough` rows or nothing is left to look at. The answer is the last one, with the rows of all. */
export async function goOn<A extends Part>(
  ask: (more: More) => Promise<A>,
  limit: number,
  enough: number = limit,
): Promise<A> {
  let answer = await ask({ limit })
  while (answer.is_partial && answer.next_cursor !== null && answer.items.length < enough) {
    const next = await ask({ cursor: answer.next_cursor, limit: limit - answer.items.length })
    answer = { ...next, items: [...answer.items, ...next.items] }
  }
  return answer
}
