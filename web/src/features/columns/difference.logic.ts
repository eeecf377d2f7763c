// What differs between two definitions, as people read it: counted by kind, and values as short lines.
import type { PlannedChange } from './workbook-settings.api.ts'

/** "2 added, 1 changed, 1 removed"; empty when nothing differs. */
export function summaryOf(changes: readonly Pick<PlannedChange, 'kind'>[]): string {
  const of = (...kinds: PlannedChange['kind'][]) => changes.filter(({ kind }) => kinds.includes(kind)).length
  const parts = [
    [of('add'), 'added'],
    [of('change', 'rename', 'reorder'), 'changed'],
    [of('remove'), 'removed'],
  ] as const
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}

const LONGEST = 2_000

/** A value of a definition as lines of text, as its file would show it; none for nothing. */
export function linesOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  const lines = written(value)
  const shown: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length
    if (length > LONGEST) return [...shown, '…']
    shown.push(line)
  }
  return shown
}

function written(value: unknown): string[] {
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return [value.map(String).join(', ')]
    return value.flatMap((item) => written(item).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`))
  }
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => {
      const lines = written(member)
      const isShort = lines.length === 1 && (isPlain(member) || (Array.isArray(member) && member.every(isPlain)))
      return isShort ? [`${name}: ${lines[0]}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)]
    })
  return String(value).split('\n')
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object'
