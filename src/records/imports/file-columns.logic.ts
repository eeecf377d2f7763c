// What the columns of a file seem to hold, from its first rows: types, ways of writing, and what could tell rows apart.
import { displayText } from '../../kernel/csv-text.ts'
import { cutText } from '../../kernel/cut-text.ts'
import type { Json } from '../../kernel/json.ts'
import { areChoices, choicesOf } from '../reading/choices.logic.ts'
import type { TableFile } from '../reading/formats/table-file.ts'
import { areIds, guessCurrency, guessType, type InputType } from '../reading/guess.logic.ts'
import { decimalOfNumbers, orderOfDates } from '../reading/value-reading.logic.ts'
import { leadFieldOf, plain } from '../store/columns/lead-fields.logic.ts'
import { byColumn, type DuplicateKey, identityKey, type Normaliser } from '../store/identity.logic.ts'
import type { ImportTarget } from './import.schema.ts'
import type { ImportPreview } from './import-record.schema.ts'
import type { FileColumn } from './mapping.logic.ts'

export type SampledFileColumn = FileColumn & { samples: string[]; values: string[] }

const SHOWN_CELL = 1000

/** Fields of leads whose values are chosen from a few; names, places and titles repeat without being chosen. */
const CHOSEN: ReadonlySet<string | undefined> = new Set([
  undefined,
  'kind',
  'status',
  'score_tier',
  'email_status',
  'specialization',
  'company_size',
  'country',
  'source',
])

export function fileColumns({ names, sample, header, delimiter }: TableFile): SampledFileColumn[] {
  return names.map((name, index) => {
    const given = sample.map(({ fields }) => fields[index] ?? null).filter((value) => !isBlank(value))
    const values = given.map(displayText)
    const type = typeOfValues(given) ?? guessType(values, header ? name : '')
    const choices = choicesOf(values)
    const isChoice = type === 'text' && CHOSEN.has(leadFieldOf(name)) && areChoices(values, choices)
    const guessed_type = isChoice ? 'select' : type
    const isNumber = guessed_type === 'number' || guessed_type === 'currency' || guessed_type === 'percent'
    return {
      index,
      name,
      isBlank: values.length === 0,
      isNamed: header && name !== `Column ${index + 1}`,
      guessed_type,
      currency: guessed_type === 'currency' ? guessCurrency(values) : undefined,
      number_format: guessed_type === 'number' && areIds(values, header ? plain(name) : '') ? 'plain' : undefined,
      choices,
      samples: values.slice(0, 3).map((value) => cutText(value, SHOWN_CELL)),
      values,
      date_order: guessed_type === 'date' || guessed_type === 'datetime' ? orderOfDates(values) : null,
      decimal: isNumber ? decimalOfNumbers(given, delimiter) : null,
    }
  })
}

function isBlank(value: Json): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

/** Lists and objects tell their type by themselves. */
function typeOfValues(values: readonly Json[]): InputType | null {
  const structured = values.filter((value) => typeof value === 'object')
  if (structured.length === 0) return null
  const isTags = structured.every((value) => Array.isArray(value) && value.every((one) => typeof one === 'string'))
  return isTags && structured.length === values.length ? 'multi_select' : 'json'
}

const MOST_FILLED = 0.9
const MOST_DISTINCT = 0.98

/** A column that could be the duplicate key: the workbook's own, else one with addresses or ids, nearly each once. */
export function proposeIdentity(
  columns: readonly SampledFileColumn[],
  targets: readonly ImportTarget[],
  current: DuplicateKey | null,
  rows: number,
): ImportPreview['identity'] {
  const placed = (current?.parts ?? []).map(({ column_id, ...part }) => ({
    index: targets.findIndex((target) => target.kind === 'column' && target.column_id === column_id),
    ...part,
  }))
  const [first, ...also] = placed
  if (first && placed.every(({ index }) => index !== -1)) return { ...first, ...(also.length > 0 && { also }) }
  const candidates = columns.flatMap((column) => {
    const rank = rankOf(column)
    if (rank === null || targets[column.index]?.kind === 'skip' || column.values.length < rows * MOST_FILLED) return []
    const keys = new Set(column.values.map((value) => identityKey(byColumn('c', rank[1]), { c: value })))
    keys.delete(null)
    return keys.size < column.values.length * MOST_DISTINCT ? [] : [{ index: column.index, rank }]
  })
  const [best] = candidates.sort((a, b) => a.rank[0] - b.rank[0])
  return best ? { index: best.index, normaliser: best.rank[1] } : null
}

function rankOf({ name, guessed_type }: FileColumn): [number, Normaliser] | null {
  const field = leadFieldOf(name)
  if (guessed_type === 'email') return [1, 'email']
  if (field === 'linkedin_url' || (guessed_type === 'url' && /linked ?in/.test(plain(name)))) return [2, 'linkedin']
  if (/\b(?:id|uuid|key)$/.test(plain(name))) return [3, 'text']
  if (field === 'domain' || field === 'website') return [4, 'domain']
  return null
}
