// A few names for a sentence.

/** "ana", "ana or bob", "ana, bob or 3 others". */
export function anyOf(names: string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} or ${names.length - 2} others`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '')
}
