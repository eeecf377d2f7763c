// What differs between two versions of a function, in words: inputs, columns of the chain and outputs.
import { capital } from '../../ui/format.ts'
import type { ColumnChange } from '../columns/change-list.tsx'

type Part = { name: string } & { [member: string]: unknown }

export interface Version {
  inputs: readonly Part[]
  columns: readonly Part[]
  outputs: readonly Part[]
}

const PARTS = [
  ['inputs', 'input'],
  ['columns', 'column'],
  ['outputs', 'output'],
] as const

/** Members of a column whose name is not what the app calls them. */
const MEMBERS: Record<string, string> = {
  steps: 'providers, in order',
  run_if: 'run condition',
  verify: 'verification',
  input_type: 'type',
  column: 'column it comes from',
}

const memberWords = (name: string) => MEMBERS[name] ?? name.replaceAll('_', ' ')

/** In the order of the later version, what was removed last; empty where both are the same. `nameOf` is what people call a provider. */
export function compareVersions(before: Version, after: Version, nameOf: (provider: string) => string): ColumnChange[] {
  return PARTS.flatMap(([part, word]) => {
    const [old, now] = [before[part], after[part]]
    const was = new Map(old.map((one) => [one.name, one]))
    const kept = new Set(now.map(({ name }) => name))
    const line = (kind: ColumnChange['kind'], name: string, words: string, fields: ColumnChange['fields'] = []) => ({
      of: word as ColumnChange['of'],
      kind,
      name,
      words,
      warnings: [],
      fields,
    })
    const changed = now.flatMap((one) => {
      const earlier = was.get(one.name)
      if (!earlier) return [line('add', one.name, `The ${word} “${one.name}” was added`, fieldsOf({}, one, nameOf))]
      const fields = fieldsOf(earlier, one, nameOf)
      if (fields.length === 0) return []
      const names = fields.map(({ name }) => name.toLowerCase()).join('; ')
      return [line('change', one.name, `The ${word} “${one.name}” changed: ${names}`, fields)]
    })
    const gone = old.filter(({ name }) => !kept.has(name))
    return [...changed, ...gone.map((one) => line('remove', one.name, `The ${word} “${one.name}” was removed`))]
  })
}

function fieldsOf(before: object, after: object, nameOf: (provider: string) => string): ColumnChange['fields'] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => name !== 'name')
  return names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => {
      const [from, to] = [was, is].map((part) => withNames(part[name] ?? null, name, nameOf))
      return { name: capital(memberWords(name)), from, to }
    })
}

/** A value with its providers by what people call them. */
function withNames(value: unknown, member: string, nameOf: (provider: string) => string): unknown {
  if (typeof value === 'string') return member === 'provider' ? nameOf(value) : value
  if (Array.isArray(value)) return value.map((one) => withNames(one, member, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNames(one, name, nameOf)]))
}
