// Colour rules: the colours there are, and which one a cell gets. The first rule that matches counts.
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { matches } from './matches.logic.ts'
import type { ColourRule } from './view-state.logic.ts'

export const COLOURS: { name: string; label: string; hex: string }[] = [
  { name: 'red', label: 'Red', hex: '#d6453d' },
  { name: 'amber', label: 'Amber', hex: '#d08b10' },
  { name: 'green', label: 'Green', hex: '#2a9d62' },
  { name: 'teal', label: 'Teal', hex: '#1f9aa3' },
  { name: 'blue', label: 'Blue', hex: '#2f7fd1' },
  { name: 'violet', label: 'Violet', hex: '#7a5bd0' },
  { name: 'pink', label: 'Pink', hex: '#c94f93' },
  { name: 'grey', label: 'Gray', hex: '#76818a' },
]

/** A colour by name or as #rrggbb; null for an unknown one. */
export function hexOf(colour: string): string | null {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour
  return COLOURS.find((one) => one.name === colour.toLowerCase())?.hex ?? null
}

/** The colour of each cell of a row, decided once per row as it stands; undefined without rules. */
export function tintOf(rules: readonly ColourRule[] | undefined, now: () => number) {
  const known = (rules ?? []).flatMap((rule) => {
    const hex = hexOf(rule.colour)
    return hex ? [{ ...rule, hex }] : []
  })
  if (known.length === 0) return undefined
  const met = new WeakMap<GridRow, typeof known>()
  return (row: GridRow, columnId: string): string | undefined => {
    let rulesMet = met.get(row)
    if (!rulesMet) {
      rulesMet = known.filter((rule) => matches(rule.filter, row, now()))
      met.set(row, rulesMet)
    }
    return rulesMet.find((rule) => rule.column_id === undefined || rule.column_id === columnId)?.hex
  }
}
