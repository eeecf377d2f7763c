// Knows a table that was exported from Clay by the columns of its steps, and which of them hold no more than a step's state.
import type { SampledFileColumn } from './file-columns.logic.ts'

/** Names that steps get by themselves: sources, enrichments, AI and HTTP columns. */
const STEP =
  /^(?:find (?:people|companies|work emails?|(?:mobile )?phone|emails?|contacts|linkedin|company|person|domain|jobs?|local businesses)|enrich (?:person|people|company|companies)|(?:validate|verify) (?:work )?email|claygent|use ai|http api|lookup (?:(?:single|multiple) rows?|company|person)|normali[sz]e company name|add (?:lead|contact|row)s? (?:to|in)|write to (?:other )?table|score row)/i

/** What the cell of a step says in place of a value. */
const STATE =
  /^(?:[\u2705\u274c\u26a0\u2714\u2716\u{1f50d}\u{1f7e2}\u{1f534}\u{1f7e1}]|response$|(?:no|not?) .{0,40}found|found$|run condition not met|missing input|error\b|success|status code|.{0,30}\bfound \u2705$)/iu

const MOST = 0.8

export interface ClayExport {
  /** Columns that say how a step went, and nothing that it found. */
  states: SampledFileColumn[]
  /** Columns with all that a step answered, as JSON. */
  objects: SampledFileColumn[]
}

/** Null for any other table: one such name may be chance, two are not. */
export function readClayExport(columns: readonly SampledFileColumn[]): ClayExport | null {
  const steps = columns.filter(({ isNamed, name }) => isNamed && STEP.test(name))
  const states = steps.filter(({ values }) => isMostly(values, (value) => STATE.test(value.trim())))
  const objects = columns.filter(({ guessed_type }) => guessed_type === 'json')
  const telling = steps.filter((step) => states.includes(step) || objects.includes(step))
  return steps.length >= 2 && telling.length >= 1 ? { states, objects } : null
}

function isMostly(values: readonly string[], fits: (value: string) => boolean): boolean {
  return values.length > 0 && values.filter(fits).length >= values.length * MOST
}

/** The same in words for the user. */
export function wordsOfClay({ states, objects }: ClayExport): string {
  const list = (columns: readonly SampledFileColumn[]) => columns.map(({ name }) => `"${name}"`).join(', ')
  const parts = ['This looks like a table exported from Clay.']
  if (states.length > 0)
    parts.push(`${list(states)} ${states.length === 1 ? 'says' : 'say'} only how a step went, and would be left out.`)
  if (objects.length > 0)
    parts.push(`${list(objects)} ${objects.length === 1 ? 'holds' : 'hold'} whole answers and would be kept as JSON.`)
  parts.push('The formulas and steps themselves are not in an export.')
  return parts.join(' ')
}
