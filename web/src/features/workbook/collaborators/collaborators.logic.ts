// What another user changed on the screen: which values differ, in which colour a person is shown, and the sentence.
import type { GridRow } from '../../../grid/model/grid.types.ts'

/** Strong enough to be told apart as a tint in light and dark, and under white letters. */
export const HUES = ['#7c3aed', '#c2410c', '#0f766e', '#be185d', '#4d7c0f', '#0369a1', '#92400e', '#4338ca']

/** The colours of people: always the same for the same name, and no two the same while there are enough. */
export function colours(): (name: string) => string {
  const given = new Map<string, string>()
  return (name) => {
    const known = given.get(name)
    if (known !== undefined) return known
    let sum = 0
    for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
    const taken = new Set(given.values())
    const inOrder = HUES.map((_, step) => HUES[(sum + step) % HUES.length] as string)
    const hue = inOrder.find((one) => !taken.has(one)) ?? (inOrder[0] as string)
    given.set(name, hue)
    return hue
  }
}

/** The color of each collaborator, in this tab. */
export const hueOf = colours()

/** The columns whose own values differ between two states of a row. */
export function changedColumns(before: GridRow, after: GridRow): string[] {
  const keys = new Set([...Object.keys(before.data), ...Object.keys(after.data)])
  return [...keys].filter((key) => JSON.stringify(before.data[key] ?? null) !== JSON.stringify(after.data[key] ?? null))
}

export interface Seen {
  name: string
  column: string
  /** From 0. */
  row: number
}

/** "Ann changed Website in row 12"; several values are counted. */
export function newsWords(seen: readonly Seen[]): string {
  const [first] = seen
  if (!first) return ''
  const names = [...new Set(seen.map(({ name }) => name))]
  const who = names.length === 1 ? first.name : `${first.name} and others`
  const what =
    seen.length === 1
      ? `${first.column} in row ${(first.row + 1).toLocaleString('en-US')}`
      : `${seen.length.toLocaleString('en-US')} values`
  return `${who} changed ${what}`
}
