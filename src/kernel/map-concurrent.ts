// Works through a list with a few at once, and keeps the order of the results.

export async function mapConcurrent<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const worker = async () => {
    try {
      for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
    } catch (error) {
      // Nothing further is begun for an answer that is lost.
      next = items.length
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  return results
}
