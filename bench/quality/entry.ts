// How many of the pairs that are certain are met when leads come one by one, as calls and files bring them, and how often that is right.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groupsToMerge } from '../../src/engine/matching/automatic.ts'
import { findPairs } from '../../src/engine/matching/deduplicate.ts'
import type { Json, JsonObject } from '../../src/kernel/json.ts'
import { findKnownLead, holdKnown } from '../../src/records/lead-facts/known-leads.logic.ts'
import { knownKeysOf } from '../../src/records/lead-facts/lead-keys.logic.ts'
import { type MergeResult, mergeLead, NO_LEAD } from '../../src/records/lead-facts/merge.logic.ts'
import { type EntityKind, fieldsOfKind, formOf } from '../../src/records/lead-facts/record-form.logic.ts'
import { pairsOfClusters, qualityOf } from './figures.ts'
import { pairsOfGroups, type Row, readRows } from './matching-sets.ts'
import { organizations } from './organizations.ts'

interface EntrySet {
  name: string
  kind: EntityKind
  rows: readonly Row[]
  leadOf: (row: Row) => { [field: string]: Json | undefined }
  labelOf: (row: Row) => string
}

const joined = (...parts: readonly (string | undefined)[]) =>
  parts
    .map((part) => (part ?? '').trim())
    .join(' ')
    .trim()

const firms = (seed: number): EntrySet => ({
  name: `organizations ${seed} (made)`,
  kind: 'company',
  rows: organizations(seed) as unknown as Row[],
  leadOf: ({ company, website, phone, street, city, postcode }) => {
    return { company, website, phone, address: street, city, custom: given({ zip: postcode }) }
  },
  labelOf: ({ firm = '' }) => firm,
})

const FILES: readonly { file: string; set: (path: string) => EntrySet }[] = [
  {
    file: 'er/febrl/febrl3.csv',
    set: (path) => ({
      name: 'febrl3',
      kind: 'person',
      rows: readRows(path),
      leadOf: (row) => ({
        contact_person: joined(row.given_name, row.surname),
        address: joined(row.street_number, row.address_1),
        city: row.suburb,
        state: row.state,
        custom: given({ postcode: row.postcode, dob: row.date_of_birth, ssn: row.soc_sec_id }),
      }),
      labelOf: ({ rec_id = '' }) => rec_id.split('-')[1] ?? '',
    }),
  },
  {
    file: 'er/splink/fake_1000.csv',
    set: (path) => ({
      name: 'fake_1000',
      kind: 'person',
      rows: readRows(path),
      leadOf: ({ first_name, surname, email, city, dob }) => {
        return { contact_person: joined(first_name, surname), email, city, custom: given({ dob }) }
      },
      labelOf: ({ cluster = '' }) => cluster,
    }),
  },
  {
    file: 'er/dedupe/early_childhood.csv',
    set: (path) => ({
      name: 'early_childhood',
      kind: 'company',
      rows: readRows(path),
      leadOf: (row) => ({
        company: row['Site name'],
        address: row.Address,
        phone: row.Phone,
        email: row['Email Address'],
        website: row.Website,
        custom: given({ zip: row.Zip }),
      }),
      labelOf: (row) => row['True Id'] ?? '',
    }),
  },
]

/** Only what holds something. */
const given = (values: { [field: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const plain = typeof value === 'string' ? value.trim() : value
      return plain === undefined || plain === '' ? [] : [[field, plain]]
    }),
  )

export interface EntryQuality {
  name: string
  precision: number
  recall: number
  /** The share of pairs that matching would merge by itself and that are met. */
  certain: number
}

function measure({ name, kind, rows, leadOf, labelOf }: EntrySet): EntryQuality {
  const leads = rows.map((row): JsonObject => ({ ...given(leadOf(row)), kind }))
  const truth = pairsOfGroups(rows.map(labelOf))
  const met = pairsOfClusters(takeIn(leads))
  const fields = fieldsOfKind(kind)
  const members = leads.map((data, at) => ({ fields, form: formOf(kind, data), group: String(at) }))
  const { pairs } = findPairs({ fields, records: members.map(({ form }) => form), leastWeight: Math.log2(99) })
  const certain = [...pairsOfClusters(groupsToMerge(members, pairs, []).of)].filter((pair) => truth.has(pair))
  const { precision, recall } = qualityOf(met, truth)
  return {
    name,
    precision,
    recall,
    certain: certain.filter((pair) => met.has(pair)).length / Math.max(1, certain.length),
  }
}

/** By lead the first that it was taken for. */
function takeIn(leads: readonly JsonObject[]): Int32Array {
  const byKey = new Map<string, (MergeResult & { at: number })[]>()
  return Int32Array.from(leads, (data, at) => {
    const brought = { data, provenance: {} }
    const known = findKnownLead(byKey, knownKeysOf(data), data, (lead) => lead)?.draft
    const lead = known ?? { ...mergeLead(NO_LEAD, brought, 'overwrite'), at }
    if (known) Object.assign(known, mergeLead(known, brought, 'fill_blanks'))
    holdKnown(byKey, lead)
    return lead.at
  })
}

export function entryQuality(folder: string | null): EntryQuality[] {
  const files = folder === null ? [] : FILES.map(({ file, set }) => ({ path: join(folder, file), set }))
  const found = files.filter(({ path }) => existsSync(path) || existsSync(`${path}.gz`))
  return [...[1, 2, 3].map(firms), ...found.map(({ path, set }) => set(path))].map(measure)
}
