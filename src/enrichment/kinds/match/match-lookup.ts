// The lookup of a `match` column: says which lead, or which row of another workbook, a row is.

import type { SettingsOf } from '../../../engine/columns/custom-columns.ts'
import { type MatchColumn, match } from '../../../engine/columns/kinds/match.kind.ts'
import { wordsOfTarget } from '../../../engine/columns/target-words.ts'
import { textOf } from '../../../engine/values/value.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  type ActTools,
  type CustomLookup,
  failed,
  found,
  type LookupAnswer,
  notFound,
} from '../../../providers/kit/kit.ts'
import {
  AMONG_LEADS,
  type Among,
  findMatch,
  type KnownModel,
  type MatchedRecord,
  readKnownModel,
} from '../../../records/entities/match-one.reads.ts'
import { noteAsked, noteNamed } from '../../../records/row-matches/matched-cells.commands.ts'
import { indexRows } from '../../../records/row-matches/row-index.commands.ts'
import { customLookup } from '../custom-settings.ts'
import { fillTemplates } from '../output/filled.logic.ts'

const LONGEST_INPUT = 10_000
/** Model and index are read again when they are older: a run over many rows asks for them a few times, not for every row. */
const FRESH_MS = 15_000
/** A workbook of a million rows is looked through before the first answer. */
const TIMEOUT_MS = 600_000

interface Means {
  model: KnownModel
  among: Among
}

export function matchLookup(
  settings: SettingsOf<MatchColumn>,
  provider: string,
  { database, workspace_id }: { database: Database; workspace_id: WorkspaceId },
): CustomLookup {
  const { against, of: kind, min_probability, values: templates } = settings
  const source = against.kind === 'leads' ? null : against.workbook_id.toLowerCase()
  let means: Promise<Means> | undefined
  let readAt = 0

  const open = async (): Promise<Means> => ({
    among: source === null ? AMONG_LEADS : await indexRows(database, workspace_id, source, kind),
    model: await database.inWorkspace(workspace_id, (tx) => readKnownModel(tx, kind)),
  })

  function meansOf(now: number): Promise<Means> {
    if (means === undefined || now - readAt > FRESH_MS) {
      readAt = now
      means = open()
      means.catch(() => {
        means = undefined
      })
    }
    return means
  }

  async function act(row: JsonObject, now: number, cell: ActTools['asked_by']): Promise<LookupAnswer> {
    const data = dataOf(fillTemplates(templates, row))
    try {
      const { model, among } = await meansOf(now)
      const asking = cell?.row_id === undefined ? undefined : { ...cell, row_id: cell.row_id }
      if (asking) await database.inWorkspace(workspace_id, (tx) => noteAsked(tx, asking, source, { kind, data }, among))
      const told = await database.inWorkspace(workspace_id, async (tx) => {
        const matched = await findMatch(tx, model, among, { kind, data, least: min_probability })
        if (asking) await noteNamed(tx, asking, matched)
        return matched
      })
      if (told.is === 'match') return found(answerOf(told.match), told.match.probability)
      if (told.is === 'ambiguous') return notFound(ambiguous(told.matches))
      return notFound(told.nearest ? `The nearest is ${named(told.nearest)}, not likely enough` : 'Nothing is like it')
    } catch (error) {
      if (error instanceof Refusal) return failed('bad_input', error.message)
      throw error
    }
  }

  return customLookup(settings, {
    id: provider,
    provider: 'match',
    label: wordsOfTarget(match.target_words, against.kind),
    outputs: [
      { field: 'name', label: 'Name', type: 'text' },
      { field: 'lead_id', label: 'Lead', type: 'number' },
      { field: 'entity_id', label: 'Entity', type: 'text' },
      { field: 'row_id', label: 'Row', type: 'text' },
      { field: 'probability', label: 'Probability', type: 'number' },
      { field: 'why', label: 'Why', type: 'text' },
    ],
    price: { usd: 0, rule: 'free' },
    license: 'inferred',
    method: 'inferred',
    repeat_free: true,
    alone: true,
    cache_days: 0,
    limits: {},
    timeout_ms: TIMEOUT_MS,
    fingerprint: '',
    longest_input: LONGEST_INPUT,
    act: (row, tools) => act(row, tools.now(), tools.asked_by),
  })
}

/** What leads hold beside their fields is read by its name. */
function dataOf(values: Record<string, Json>): JsonObject {
  const { postcode, date_of_birth, ...fields } = values
  const custom = { ...(postcode != null && { postcode }), ...(date_of_birth != null && { date_of_birth }) }
  const texts = Object.entries(fields).flatMap(([name, value]) => {
    const text = textOf(value ?? null).trim()
    return text === '' ? [] : [[name, text] as const]
  })
  return { ...Object.fromEntries(texts), custom }
}

const answerOf = ({ lead_id, entity_id, row_id, name, probability, why }: MatchedRecord): JsonObject => ({
  ...(name !== null && { name }),
  ...(lead_id !== null && { lead_id }),
  ...(entity_id !== null && { entity_id }),
  ...(row_id !== null && { row_id }),
  probability,
  why,
})

const named = ({ name, lead_id, probability }: MatchedRecord) =>
  `${name ?? (lead_id === null ? 'a row without a name' : `lead ${lead_id}`)} (${percent(probability)})`

/** Never 100 % of something that is not quite. */
const percent = (probability: number) => `${probability === 1 ? 100 : Math.min(99, Math.round(probability * 100))} %`

function ambiguous(matches: readonly MatchedRecord[]): string {
  const shown = matches.slice(0, 3).map(named)
  const more = matches.length > shown.length ? ` and ${matches.length - shown.length} more` : ''
  return `Ambiguous: ${shown.join(', ')}${more} are equally good`
}
