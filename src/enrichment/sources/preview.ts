// Looks at the first records of a source: what fields there are, what they hold, and where they would go.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Payer } from '../../engine/money/budget.ts'
import { displayText } from '../../kernel/csv-text.ts'
import { cutText } from '../../kernel/cut-text.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Scope } from '../../platform/ctx.ts'
import { openPages } from '../../providers/kit/pager.ts'
import type { SourceAdapter, SourceField, SourcePage, SourceRecord } from '../../providers/sources/source.ts'
import { type FileColumn, proposeTargets } from '../../records/imports/mapping.logic.ts'
import { areIds, guessType } from '../../records/reading/guess.logic.ts'
import { plain } from '../../records/store/columns/lead-fields.logic.ts'
import { leadFieldsOf } from './lead-record.logic.ts'
import { openSource } from './open-source.ts'
import { openRequestSignal } from './request-signal.ts'
import { withIds } from './run-pages.ts'
import type { SourceParts } from './source-reader.ts'
import type { SourcePreviewShape } from './sources.schema.ts'

const SHOWN = 10
const MOST_FIELDS = 300
const SAMPLE_CHARS = 300

/** The first records of settings that a caller tries, for columns of a workbook or, without one, for leads. */
export async function previewFor(
  parts: SourceParts,
  { workspace_id, actor: { user_id, token_id } }: Scope,
  { source, settings }: { source: SourceAdapter; settings: JsonObject },
  { workbook_id, columns }: { workbook_id: string | null; columns: readonly ColumnConfig[] },
): Promise<SourcePreviewShape> {
  const { signal, end } = openRequestSignal()
  const payer = { workbook_id, run_id: null, user_id, token_id }
  try {
    return await previewSource(parts, workspace_id, source, settings, columns, payer, signal)
  } finally {
    end()
  }
}

/** Nothing is stored. `problem` says what is wrong with the source. */
export async function previewSource(
  parts: SourceParts,
  workspaceId: WorkspaceId,
  source: SourceAdapter,
  settings: JsonObject,
  columns: readonly ColumnConfig[],
  payer: Payer,
  signal: AbortSignal,
): Promise<SourcePreviewShape> {
  const reader = await openSource(parts, workspaceId, source, { settings, since: null, kept_as: null, payer })
  try {
    let page = await reader.read(null, signal)
    // A first page may hold nothing but the way to the next, as an index of sitemaps does.
    for (let more = 0; more < 3 && !('failure' in page) && page.records.length === 0 && page.next !== null; more++)
      page = await reader.read(page.next, signal)
    if ('failure' in page) return { ...nothing(source, columns), problem: `${page.failure}.` }
    return shown(source, page, columns, settings)
  } finally {
    reader.close()
  }
}

function nothing(source: SourceAdapter, columns: readonly ColumnConfig[]): SourcePreviewShape {
  return shown(source, { records: [], next: null }, columns, {})
}

function shown(
  source: SourceAdapter,
  page: SourcePage,
  columns: readonly ColumnConfig[],
  settings: JsonObject,
): SourcePreviewShape {
  const fields = fieldsOf(source, page.records)
  const { proposal, words } = idsOf(source, page.records)
  const targets = proposeTargets(fields, columns)
  const keys = fields.map(({ key }) => key)
  const leadFields = leadFieldsOf(source, keys, page.records, settings)
  return {
    problem: null,
    note: page.note ?? null,
    warnings: [...words, ...endWords(page)],
    id_proposal: proposal,
    fields: fields.map(({ key, label, guessed_type, samples }, index) => ({
      name: key,
      label,
      type: guessed_type,
      samples,
      lead_field: leadFields[index] ?? null,
    })),
    records: withIds(page.records.slice(0, SHOWN)).map(({ values }) => values),
    rejected: (page.rejected ?? []).slice(0, SHOWN).map(({ record_id, reason, values }) => ({
      record_id,
      reason,
      record: values ?? {},
    })),
    total: page.total ?? (page.next === null ? page.records.length : null),
    mapping: fields.map(({ key }, index) => ({ field: key, target: targets[index] ?? { kind: 'skip' } })),
  }
}

/** Why the first page may not be all there is, though no further one is named. */
function endWords(page: SourcePage): string[] {
  const { end } = openPages().take({
    keys: page.records.map((_, index) => String(index)),
    next: page.next,
    facts: page.facts,
  })
  return [...(end && !end.is_certain ? [end.words] : []), ...(page.unread ? [page.unread] : [])]
}

const ID_SETTINGS = ['id_path', 'id_field'] as const

/** Names of members by which records are usually told apart, the likeliest first. */
const ID_NAMES = [
  /^(?:_?id|uuid|guid)$/i,
  /(?:^|[._\s-])(?:id|uuid|guid)$/i,
  /(?:Id|ID|Uuid|Guid)$/,
  /(?:^|[._\s-])(?:key|code|sku|lei|isin|ein|siren|siret|number|no|nr)$/i,
  /(?:^|[._\s-])(?:e-?mail|domain|url|link|href|permalink|slug|handle)$/i,
]

/** Whether the records have ids, and which field could be the id: there in every record, another in each, and named like one. */
function idsOf(source: SourceAdapter, records: readonly SourceRecord[]) {
  const without = records.filter(({ record_id }) => record_id.trim() === '').length
  const setting = ID_SETTINGS.find((name) => name in source.settings.properties)
  if (without === 0 || setting === undefined) return { proposal: null, words: [] }
  const names = [...new Set(records.flatMap(({ values }) => Object.keys(values)))]
  const isId = (name: string) => {
    const given = records.map(({ values }) => values[name])
    const isScalar = given.every(
      (value) => (typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value),
    )
    return isScalar && new Set(given.map(String)).size === records.length
  }
  const field = ID_NAMES.flatMap((like) => names.filter((name) => like.test(name))).find(isId)
  const title = source.settings.properties[setting] as unknown as { title: string }
  const which =
    without === records.length ? 'The records have no id' : `${without} of ${records.length} records have no id`
  const then = 'a record whose content changes becomes a new row'
  const way =
    field === undefined
      ? `Name a field that tells records apart as "${title.title}"`
      : `Set "${title.title}" to "${field}"`
  return { proposal: field === undefined ? null : { setting, field }, words: [`${which}: ${then}. ${way}`] }
}

type PreviewField = FileColumn & { key: string; label: string; samples: string[] }

function fieldsOf(source: SourceAdapter, records: readonly SourceRecord[]): PreviewField[] {
  const brought = () => [...new Set(records.flatMap(({ values }) => Object.keys(values)))].map(asField)
  return (source.fields ?? brought()).slice(0, MOST_FIELDS).map(({ name, label, type }, index) => {
    const given = records.map(({ values }) => values[name] ?? null).filter((value) => value !== null && value !== '')
    const texts = given.map(displayText)
    const guessed_type = type ?? (given.some(isStructured) ? ('json' as const) : guessType(texts, name))
    return {
      index,
      key: name,
      label,
      name: label,
      isNamed: true,
      isBlank: source.fields === null && texts.length === 0,
      guessed_type,
      number_format: guessed_type === 'number' && areIds(texts, plain(name)) ? ('plain' as const) : undefined,
      choices: [],
      samples: texts.slice(0, 3).map((text) => cutText(text, SAMPLE_CHARS)),
      date_order: null,
      decimal: null,
    }
  })
}

const isStructured = (value: Json) => typeof value === 'object' && value !== null
const asField = (name: string): SourceField => ({ name, label: name.replace(/[._]+/g, ' ').trim() || name })
