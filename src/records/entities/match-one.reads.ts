// Says which known record something is that is no record itself: blocking in SQL, scored by the stored model, nothing written.

import { MAX_BLOCK } from '../../engine/matching/blocking.ts'
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import { comparisonsOf, explainPair } from '../../engine/matching/reasons.ts'
import { probabilityOf } from '../../engine/matching/score.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder, OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { isSame, keysOf, type LeadKey } from '../lead-facts/lead-keys.logic.ts'
import {
  answeredName,
  type EntityKind,
  fieldsOfKind,
  formOf,
  keyNumbers,
  recordNumber,
  watchedNumbers,
} from '../lead-facts/record-form.logic.ts'
import { scorerOf } from './match.jobs.ts'
import { type KnownModel, readModel } from './models.writes.ts'

export type { KnownModel }

/** What was learned of the leads of a kind. */
export const readKnownModel = (tx: WorkspaceTx, kind: EntityKind): Promise<KnownModel> => readModel(tx, kind)

/** Candidates whose values are read: the likeliest. */
const READ = 25
/** Two whose weights differ by less than this, in bits, are equally good. */
const EVEN_BITS = 1

export interface MatchedRecord {
  lead_id: number | null
  entity_id: string | null
  row_id: string | null
  name: string | null
  probability: number
  why: string
  /** By which a change of what is named here is known. */
  number: number
}

export type MatchResult =
  | { is: 'match'; match: MatchedRecord }
  /** Several are equally good. */
  | { is: 'ambiguous'; matches: MatchedRecord[] }
  /** With the best there was, which is not likely enough. */
  | { is: 'none'; nearest: MatchedRecord | null }

export interface MatchQuestion {
  kind: EntityKind
  /** In the names of lead fields. */
  data: JsonObject
  least: number
}

/** Where records are looked for, and how their values are read. */
export interface Among {
  /** Put before each blocking key; records of one place share none with those of another. */
  space: string
  /** Values by record, in the names of lead fields. */
  read(tx: WorkspaceTx, candidates: readonly MatchCandidate[]): Promise<Map<number, JsonObject>>
  /** The records that are known by an identifier; none where there is no such list. */
  known(tx: WorkspaceTx, keys: readonly LeadKey[]): Promise<number[]>
}

export interface MatchCandidate {
  id: number
  lead_id: number | null
  entity_id: string | null
  row_id: string | null
  form: NormalRecord
}

/** The numbers of all that something is compared with, whether it is there already or not. */
export function numbersOf({ kind, data }: Pick<MatchQuestion, 'kind' | 'data'>, among: Pick<Among, 'space'>): number[] {
  return watchedNumbers(kind, formOf(kind, { ...data, kind }), data, among.space)
}

export async function findMatch(
  tx: WorkspaceTx,
  model: KnownModel,
  among: Among,
  wanted: MatchQuestion,
): Promise<MatchResult> {
  const { kind, least } = wanted
  const data: JsonObject = { ...wanted.data, kind }
  const form = formOf(kind, data)
  const keys = keysOf(data)
  const known = await among.known(tx, keys)
  const candidates = await readCandidates(tx, kind, [...keyNumbers(kind, form, among.space)], known)
  if (candidates.length === 0) return { is: 'none', nearest: null }
  const fields = fieldsOfKind(kind)
  const { detail } = scorerOf(kind, model, [form, ...candidates.map((candidate) => candidate.form)])
  const scored = candidates.map((candidate, at) => {
    const { levels, weights, weight, relation } = detail(0, at + 1)
    const whyBy = (known: string | null) =>
      explainPair(comparisonsOf(fields, levels, weights), relation, weight, known).why
    return { candidate, weight, whyBy }
  })
  const asked = new Set(known)
  scored.sort(
    (x, y) =>
      Number(asked.has(y.candidate.id)) - Number(asked.has(x.candidate.id)) ||
      y.weight - x.weight ||
      x.candidate.id - y.candidate.id,
  )
  const near = scored.slice(0, READ)
  const values = await among.read(
    tx,
    near.map(({ candidate }) => candidate),
  )
  const told = near.map(({ candidate, weight, whyBy }) => {
    const stored = values.get(candidate.id) ?? {}
    const by = sharedKey(keys, stored, data)
    return {
      candidate,
      weight,
      exact: by !== null,
      why: whyBy(by === null ? null : WORDS[by]),
      stored,
    }
  })
  const shown = ({ candidate, weight, exact, why, stored }: (typeof told)[number]): MatchedRecord => ({
    lead_id: candidate.lead_id,
    entity_id: candidate.entity_id,
    row_id: candidate.row_id,
    why,
    number: recordNumber(candidate.id),
    name: answeredName(kind, stored),
    probability: exact ? 1 : Math.round(probabilityOf(weight) * 10_000) / 10_000,
  })
  // Records of one entity are one answer: its best.
  const seen = new Set<string>()
  const each = [...told]
    .sort((x, y) => Number(y.exact) - Number(x.exact) || y.weight - x.weight || x.candidate.id - y.candidate.id)
    .filter(({ candidate: { id, entity_id } }) => {
      const key = entity_id ?? String(id)
      return !seen.has(key) && seen.add(key)
    })
  const [best] = each
  if (!best) return { is: 'none', nearest: null }
  if (!best.exact && probabilityOf(best.weight) < least) return { is: 'none', nearest: shown(best) }
  const even = each.filter(
    (one) =>
      one.exact === best.exact &&
      best.weight - one.weight < EVEN_BITS &&
      (one.exact || probabilityOf(one.weight) >= least),
  )
  return even.length > 1 ? { is: 'ambiguous', matches: even.map(shown) } : { is: 'match', match: shown(best) }
}

const WORDS = {
  external_id: 'external id',
  email: 'e-mail address',
  linkedin: 'LinkedIn page',
  domain: 'domain',
  phone: 'phone number',
  name: 'name',
} as const

/** By which identifier the two are the same, the strongest first; null where none says so. */
function sharedKey(keys: readonly LeadKey[], stored: JsonObject, wanted: JsonObject) {
  const own = new Set(keysOf({ ...stored, kind: wanted.kind ?? null }).map(({ key }) => key))
  return (
    keys.find(({ by, key }) => own.has(key) && isSame(by, { ...stored, kind: wanted.kind ?? null }, wanted))?.by ?? null
  )
}

/** The records that share a blocking key, or are known already; a key of very many tells nothing. */
async function readCandidates(
  tx: WorkspaceTx,
  kind: EntityKind,
  keys: readonly number[],
  known: readonly number[],
): Promise<MatchCandidate[]> {
  const { rows } = await tx.client.query<MatchCandidate>(
    `select r.id, r.lead_id, r.entity_id, r.row_id, r.form from entity_records r
     where r.workspace_id = $1 and r.kind = $4 and r.id in (
       select unnest(o.ids) from unnest($2::bigint[]) as k (key) cross join lateral (
         select array_agg(x.record_id) as ids from (select e.record_id from entity_keys e
           where e.workspace_id = $1 and e.key = k.key limit ${MAX_BLOCK + 1}) x) o
       where cardinality(o.ids) <= ${MAX_BLOCK}
       union select unnest($3::bigint[])) order by r.id`,
    [tx.workspace_id, keys, known, kind],
  )
  return rows
}

/** The lead store. */
export const AMONG_LEADS: Among = {
  space: '',
  async read(tx, candidates) {
    const { rows } = await tx.client.query<{ id: number; data: JsonObject }>(
      'select id, data from leads where workspace_id = $1 and id = any($2::bigint[])',
      [tx.workspace_id, candidates.flatMap(({ lead_id }) => lead_id ?? [])],
    )
    const byLead = new Map(rows.map(({ id, data }) => [id, data]))
    return new Map(
      candidates.flatMap(({ id, lead_id }) => {
        const data = byLead.get(lead_id ?? 0)
        return data ? [[id, data] as const] : []
      }),
    )
  },
  async known(tx, keys) {
    const { rows } = await tx.client.query<{ id: number }>(
      `select r.id from unnest($2::text[]) as w (key) cross join lateral (select lead_id from lead_keys
         where ${OF_ANY_WORKSPACE} and ${inOrder('key', 'w.key')}, lead_id limit ${MAX_BLOCK}) k
       cross join lateral (select id from entity_records where workspace_id = $1 and ${inOrder('lead_id', 'k.lead_id')} offset 0) r`,
      [tx.workspace_id, keys.map(({ key }) => key)],
    )
    return rows.map(({ id }) => id)
  },
}
