// Reading what a vendor sent without trusting its shape: each gives the value of the wanted kind, or nothing.

/** The members of an object; of anything else, none. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** The objects in a list; of anything else, none. */
export function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

/** Text that is not blank, trimmed. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A number, also one that came as text. */
export function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

/** An http(s) address; vendors often leave the scheme out. */
export function webAddress(value: unknown): string | undefined {
  const given = text(value)
  if (given === undefined) return undefined
  const address = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined
}

/** The texts in a list; of anything else, none. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : []
}

/** The year in a number or a date. */
export function year(value: unknown): number | null {
  const found = /^\d{4}(?!\d)/.exec(String(value ?? ''))?.[0]
  return found && Number(found) > 1000 ? Number(found) : null
}

/** Parts that are texts, in order, joined by commas; null when there is none. */
export function joined(...parts: unknown[]): string | null {
  return parts.flatMap((part) => text(part) ?? []).join(', ') || null
}
