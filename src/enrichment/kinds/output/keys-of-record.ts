// Finds the keys by which a CRM may know a record that is sent: its own and, of a merged lead, those of its other records.
import { isFirmIdentifier, roleOf } from '../../../engine/matching/column-roles.ts'
import { textOf } from '../../../engine/values/value.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { ActTools } from '../../../providers/kit/kit.ts'
import { customField } from '../../../records/lead-facts/lead-field.logic.ts'
import { kindOf } from '../../../records/lead-facts/lead-keys.logic.ts'
import { type RecordOfLead, readRecordsOfLead } from '../../../records/lead-facts/one-lead.reads.ts'
import { readLeadOfRow } from '../../../records/store/rows/rows.reads.ts'
import type { DeliveryMeans } from './delivery.ts'

/** A vendor is asked about this many at once. */
const MOST_KEYS = 20

/** The key that the merged lead shows is first: under it the record is created where the CRM has none of them. */
export async function readKeysOfRecord(
  { database, workspace_id }: Pick<DeliveryMeans, 'database' | 'workspace_id'>,
  { asked_by, lead_id }: Pick<ActTools, 'asked_by' | 'lead_id'>,
  key: string,
): Promise<string[]> {
  const row_id = asked_by?.row_id
  if (lead_id === undefined && row_id === undefined) return [key]
  const records = await database.inWorkspace(workspace_id, async (tx) => {
    const id = lead_id ?? (await leadOfCell(tx, asked_by?.workbook_id, row_id))
    return id === null ? [] : readRecordsOfLead(tx, id)
  })
  return keysOfRecords(records, key).slice(0, MOST_KEYS)
}

const leadOfCell = (tx: WorkspaceTx, workbookId: string | undefined, rowId: string | undefined) =>
  workbookId === undefined || rowId === undefined ? null : readLeadOfRow(tx, workbookId, rowId)

/** What is a person's or a company's alone. Two records of a person may name two firms, so neither a domain nor a number of a firm is a key of a person. */
const OWN_FIELDS = ['external_id', 'email', 'linkedin_url'] as const
const OF_COMPANIES = ['domain', 'website'] as const

/** A key is the id of a lead or the value of a field: what the other records have in its place may be known as well. */
export function keysOfRecords(records: readonly RecordOfLead[], key: string): string[] {
  const [shown] = records
  if (shown === undefined) return [key]
  const isFirm = kindOf(shown.data) === 'company'
  const names = isFirm ? [...OWN_FIELDS, ...OF_COMPANIES] : OWN_FIELDS
  const isOwnId = (name: string) => roleOf(name) === 'identifier' && (isFirm || !isFirmIdentifier(name))
  const all = records.map(({ lead_id, data }) => new Map([['id', String(lead_id)], ...textsOf(data, names, isOwnId)]))
  const fields = new Set(
    all.flatMap((values) => [...values].flatMap(([field, text]) => (same(text, key) ? [field] : []))),
  )
  const keys = [...fields].flatMap((field) => all.flatMap((values) => values.get(field) ?? []))
  return uniqueOf([...keys, key])
}

function textsOf(
  { custom, ...data }: JsonObject,
  names: readonly string[],
  isOwnId: (name: string) => boolean,
): [string, string][] {
  const own = custom !== null && typeof custom === 'object' && !Array.isArray(custom) ? custom : {}
  const ids = Object.entries(own).filter(([name]) => isOwnId(name))
  const fields = names.map((name): [string, Json] => [name, data[name] ?? null])
  return [...fields, ...ids.map(([name, value]): [string, Json] => [customField(name), value])].flatMap(
    ([field, value]): [string, string][] => {
      const text = textOf(value).trim()
      return text === '' ? [] : [[field, text]]
    },
  )
}

/** CRMs compare keys without case. */
export const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const uniqueOf = (texts: readonly string[]) =>
  texts.filter((text, at) => texts.findIndex((other) => same(text, other)) === at)
