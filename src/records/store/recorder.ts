// Puts an act on record in the transaction that does it: what it is called, who did it, and what was there before.
//
// A writer names its change once and hands the id to every statement that writes; the line itself is written by one of
// those statements or by `recordChange`. What a run writes over is kept under the id of the run, which has its own record.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import type { Tx, WorkspaceTx } from '../../platform/db/database.ts'
import type { ChangeKind } from './history.schema.ts'
import type { IdentityPart } from './identity.logic.ts'

/** The kind of the jobs that undo and redo what is large. The subject of each is its change. */
export const REVERT_KIND = 'workbook.revert'

/** The open jobs that undo or redo a change, in a query that names `changes` so. One that is being cancelled does not count. */
export const revertsOf = (changes: string) =>
  `from jobs j where j.workspace_id = ${changes}.workspace_id and j.kind = '${REVERT_KIND}' and j.status in ('pending', 'running')
    and j.cancel_requested_at is null and j.subject ->> 'change_id' = ${changes}.id::text`

/** Whether a change is in effect, all of it: neither undone nor being undone or redone. */
export const isInEffect = (changes: string) => `${changes}.state = 'done' and not exists (select ${revertsOf(changes)})`

/** What a run adds when it has ended; until then it cannot be undone. */
export async function recordRunEnd(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  counts: ChangeCounts,
): Promise<void> {
  await tx.client.query(
    `update changes set counts = counts || $4::jsonb, detail = jsonb_set(detail, '{run,ended}', 'true')
     where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, workbookId, runId, JSON.stringify(counts)],
  )
}

export interface ChangeCounts {
  rows?: number
  cells?: number
  columns?: number
  created?: number
  updated?: number
}

/** A column as it is stored, to be put back. */
export interface ColumnSnapshot {
  id: string
  name: string
  type: string
  config: JsonObject
  ordinal: number
  width: number | null
  hidden: boolean
  pinned: boolean
}

/** A view as it is stored, to be put back. */
export interface ViewSnapshot {
  name: string
  scope: string
  config: JsonObject
  made_by: number | null
}

export interface Sides<T> {
  before: T
  after: T
}

/** What a change did to a workbook beside rows and columns. Absent: nothing to that. Null among views: there is none. */
export interface SettingsDetail {
  name?: Sides<string>
  description?: Sides<string>
  identity?: Sides<IdentityPart[] | null>
  views?: ({ id: string } & Sides<ViewSnapshot | null>)[]
}

/** What a change did besides writing values and removing rows. */
export interface ChangeDetail {
  /** Rows were added somewhere between these positions, both included; they carry the change as `made_by`. */
  made?: { from: number; to: number }
  /** A run: what it wrote is found by its id in these columns, in these rows or up to this position. */
  run?: { column_ids: string[]; row_ids: string[] | null; to: number; ended: boolean }
  columns?: {
    added?: string[]
    removed?: string[]
    /** Definitions of columns that are out of the workbook now, by this change or its undoing. */
    kept?: ColumnSnapshot[]
    changed?: { id: string; before: ColumnSnapshot; after: ColumnSnapshot }[]
    order?: { before: string[]; after: string[] }
    /** What columns were called that were added. */
    names?: string[]
  }
  whole?: SettingsDetail
  chosen?: Chosen
}

/** Rows to delete that are not listed yet. They are listed first, and deleted when they are as many as were meant. */
export interface Chosen {
  filter: Filter | null
  search: string | null
  /** Rows after this position came later. */
  to: number
  expected: number
  listed: number
  is_listed: boolean
}

export interface Change {
  id: string
  kind: ChangeKind
  /** Null: called by its kind and counts. */
  label?: string | null
  counts: ChangeCounts
  detail?: ChangeDetail
}

/** A change about to be made. `label` is what the client calls it, `id` that of the change it is part of. */
export function newChange(kind: ChangeKind, counts: ChangeCounts, label?: string | null, id?: string): Change {
  return { id: id?.toLowerCase() ?? newId(), kind, counts, label: label?.trim() || null }
}

const insertFrom = (lines: string, condition: string) => `insert into changes
    (workspace_id, workbook_id, id, kind, label, user_id, actor, counts, detail, created_at)
  select $1, $2, x.id, x.kind, x.label, x.user_id, x.actor, x.counts, coalesce(x.detail, '{}'), clock_timestamp()
  from ${lines} as x(id uuid, kind text, label text, user_id bigint, actor jsonb, counts jsonb, detail jsonb)
  where x.id is not null and ${condition} on conflict (workspace_id, workbook_id, id) do nothing`

// `$n` is a change as JSON text, or null for none. One that goes on has its line already.
export const insertChange = (n: number, condition = 'true') => insertFrom(`jsonb_to_record($${n}::jsonb)`, condition)

/** `$n` is {@link changesText}. */
export const insertChanges = (n: number) => insertFrom(`jsonb_to_recordset($${n}::jsonb)`, 'true')

/** The change as {@link insertChange} takes it. Only what a person does by hand stands in their line of undo. */
export function changeText(tx: Tx, change: Change): string {
  return JSON.stringify(lineOf(change, tx.actor))
}

/** Several, each with its own actor. */
export function changesText(changes: readonly { change: Change; by: Who }[]): string {
  return JSON.stringify(changes.map(({ change, by }) => lineOf(change, by)))
}

export type Who = Tx['actor']

const lineOf = (change: Change, actor: Who) => ({
  ...change,
  user_id: actor?.kind === 'user' ? actor.user_id : null,
  actor: readActor({ actor }),
})

/** The actor that changes and events name; null for the system. */
export function readActor({ actor }: Pick<Tx, 'actor'>): { kind: string; user_id: number | null; name: string } | null {
  return actor === null ? null : { kind: actor.kind, user_id: actor.user_id, name: actor.name }
}

const INSERT = insertChange(3)

/** Writes the line of a change whose other statements do not. */
export async function recordChange(tx: WorkspaceTx, workbookId: string, change: Change): Promise<void> {
  await tx.client.query(lineInsert(tx, workbookId, change))
}

/** Takes the line of an act back that goes on after all. False: it was undone meanwhile. One that did nothing has no line. */
export async function removeChange(tx: WorkspaceTx, workbookId: string, id: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ in_effect: boolean }>(
    `select ${isInEffect('c')} as in_effect from changes c where c.workspace_id = $1 and c.workbook_id = $2 and c.id = $3 for update`,
    [tx.workspace_id, workbookId, id],
  )
  if (rows[0]?.in_effect === false) return false
  const values = [tx.workspace_id, workbookId, id]
  await tx.client.query('delete from changes where workspace_id = $1 and workbook_id = $2 and id = $3', values)
  return true
}

/** The same with the commit; `joined`: adds to the line that is there. */
export function recordLastly(tx: WorkspaceTx, workbookId: string, change: Change, joined = false): void {
  const { id, counts, detail } = change
  const values = [tx.workspace_id, workbookId, id, JSON.stringify(counts), detail?.made?.from, detail?.made?.to]
  tx.lastly.push(joined ? { text: EXTEND, values } : lineInsert(tx, workbookId, change))
}

function lineInsert(tx: WorkspaceTx, workbookId: string, change: Change) {
  return { name: 'change_insert', text: INSERT, values: [tx.workspace_id, workbookId, changeText(tx, change)] }
}

/**
 * Lets what follows be part of an act already on record, so that a paste in several calls is undone as one. Refuses (404)
 * one that is not the caller's own or was undone meanwhile. To be called before any row is locked.
 */
export async function joinChange(tx: WorkspaceTx, workbookId: string, id: string): Promise<void> {
  const { rowCount } = await tx.client.query(
    `select 1 from changes c where c.workspace_id = $1 and c.workbook_id = $2 and c.id = $3 and c.user_id = $4 and ${isInEffect('c')}
     for no key update`,
    [tx.workspace_id, workbookId, isUuid(id) ? id : null, tx.actor?.kind === 'user' ? tx.actor.user_id : null],
  )
  if (rowCount === 0) refuse('not_found', 'Change not found')
}

/** Whether the change is in effect. If so it stays that way until the transaction ends: an undo waits. To be called before any row is locked. */
export async function holdInEffect(tx: WorkspaceTx, workbookId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from changes c where c.workspace_id = $1 and c.workbook_id = $2 and c.id = $3 and ${isInEffect('c')} for no key update`,
    [tx.workspace_id, workbookId, id],
  )
  return rowCount === 1
}

const EXTEND = `update changes set counts = (
    select jsonb_object_agg(key, coalesce((counts ->> key)::bigint, 0) + coalesce(($4::jsonb ->> key)::bigint, 0))
    from (select jsonb_object_keys(counts) as key union select jsonb_object_keys($4::jsonb)) keys),
  detail = case when $5::float8 is null then detail else detail || jsonb_build_object('made', jsonb_build_object(
    'from', least((detail #>> '{made,from}')::float8, $5::float8),
    'to', greatest((detail #>> '{made,to}')::float8, $6::float8))) end
  where workspace_id = $1 and workbook_id = $2 and id = $3`

export interface Differences {
  before: JsonObject
  after: JsonObject
}

/** What differs between the values of a row, in some columns or all; a value that is not there is null. Null: nothing does. */
export function differences(
  before: JsonObject,
  after: JsonObject,
  among: readonly string[] = [...new Set([...Object.keys(before), ...Object.keys(after)])],
): Differences | null {
  const was: JsonObject = {}
  const is: JsonObject = {}
  let any = false
  for (const key of among) {
    const old = before[key] ?? null
    const now = after[key] ?? null
    if (isSame(old, now)) continue
    was[key] = old
    is[key] = now
    any = true
  }
  return any ? { before: was, after: is } : null
}

export function isSame(one: Json, other: Json): boolean {
  if (one === other) return true
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return false
  return canonicalJson(one) === canonicalJson(other)
}

/** Members of a cell that make up its place and not its content. */
export const CELL_PLACE = `'{workspace_id,workbook_id,row_id,column_id}'::text[]`
