// Numbers as people type them into a form.

/** What is typed as a whole number; null when it is none. */
export function readNumber(typed: string): number | null {
  return /^-?\d{1,9}$/.test(typed.trim()) ? Number(typed) : null
}
