// Who a text mentions: `@` and a whole username, in any case; of names that begin alike the longest.

const WORD = /[\p{L}\p{N}_]/u

export function mentionedIn(text: string, people: readonly { id: number; username: string }[]): number[] {
  const lower = text.toLowerCase()
  const names = people
    .map(({ id, username }) => ({ id, name: username.toLowerCase() }))
    .sort((a, b) => b.name.length - a.name.length)
  const found = new Set<number>()
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    // An e-mail address is no mention.
    if (WORD.test(lower[at - 1] ?? ' ')) continue
    const one = names.find(
      ({ name }) => lower.startsWith(name, at + 1) && !WORD.test(lower[at + 1 + name.length] ?? ' '),
    )
    if (one) found.add(one.id)
  }
  return [...found]
}
