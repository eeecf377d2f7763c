// Cutting text never through the middle of a character: half of one is no text, and neither JSON nor a database takes it.

/** The beginning of a text, of so many UTF-16 units at most. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}

/** As people are shown it: what was cut ends in an ellipsis. */
export function shortText(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most)}…`
}

/** A copy that holds nothing else: a text that was cut out of a longer one keeps all of that in memory. */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text))
}

/** Text that PostgreSQL can store: without NUL, and with lone surrogates replaced. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
