// The consumers of dirty rows: the name of each in `dirty_rows`, its job, and the detail of its lines.
import { Type } from 'typebox'
import type { JsonObject } from '../../../kernel/json.ts'
import { defineJob, type JobKind, NO_PAYLOAD } from '../../../platform/queue/job.ts'

const OF_WORKBOOK = Type.Object({ workbook_id: Type.String() })

/** Its handler is with the computed columns. */
export const COMPUTE = defineJob({ name: 'workbook.compute', payload: OF_WORKBOOK, attempts: 50, lane: 'long' })
/** Its handler is with the leads. */
export const CARRY = defineJob({ name: 'leads.carry', payload: OF_WORKBOOK, attempts: 50, lane: 'long' })
/** Its handler is with the runs. */
export const AUTO_RUN = defineJob({ name: 'workbook.auto_run', payload: OF_WORKBOOK, attempts: 20 })
/** Its handler is with the views. */
export const VIEW_INDEXES = defineJob({
  name: 'workbook.view_indexes',
  payload: OF_WORKBOOK,
  attempts: 20,
  lane: 'long',
})
/** Its handler is with the entities. */
export const MATCH_LEADS = defineJob({ name: 'entities.match', payload: NO_PAYLOAD, attempts: 50 })

/** Its handler is with the entities. */
export const WRITE_KEYS = defineJob({ name: 'entities.write_keys', payload: NO_PAYLOAD, attempts: 50, lane: 'long' })

/** `Detail` is what only its own worker understands. */
export interface Consumer<Detail extends JsonObject = JsonObject> {
  readonly name: string
  readonly job: JobKind
  /** The kind of job: for a workbook, or for the workspace when lines concern leads. */
  payloadOf(scopeId: string): JsonObject
  /** The dedupe key of the ticket; absent where writers would wait for each other at it. */
  readonly key?: string
  /** How many ids a line holds at most: after each batch the worker writes the rest of the line again. */
  readonly most_ids: number
  /** True when readers in the same transaction must see its lines; otherwise they are written with the commit. */
  readonly is_read_back?: boolean
  /** Used by the type checker only; never set. */
  readonly detail?: Detail
}

const MOST_IDS = 5_000
const ofWorkbook = (name: string, job: JobKind<typeof OF_WORKBOOK>) => ({
  name,
  job,
  payloadOf: (workbook_id: string) => ({ workbook_id }),
  most_ids: MOST_IDS,
})

/** Columns that are computed. `gathered`: the line has taken in the keys of others, and takes in no more. */
export const computing: Consumer<{ gathered?: true }> = ofWorkbook('compute', COMPUTE)
/** The job or run that wrote the rows, where one did. */
export type WorkDetail = { job_id?: string; run_id?: string }
/** Syncs rows of a workbook and their leads. The lines name no columns, because the job compares whole rows. */
export const carrying: Consumer<WorkDetail> = ofWorkbook('carry', CARRY)
export type AutoRunDetail = {
  column_id: string
  /** `missing` for rows that are new, `all` for rows of which the column reads something that changed. */
  mode: 'missing' | 'all'
  /** The run that wrote them: when it asks for the column too, nothing is left to do. */
  run_id: string | null
  /** The token that brought them, whose budgets their calls count in. */
  token_id: string | null
}
/** Columns that run by themselves: a line for each of them. */
export const autoRunning: Consumer<AutoRunDetail> = ofWorkbook('auto_run', AUTO_RUN)
/** Stored orders of views, which are not ready while a line names them. */
export const viewIndexing: Consumer<{ indexes: string[] }> = {
  ...ofWorkbook('views', VIEW_INDEXES),
  is_read_back: true,
}
/** Leads that are compared with others: those of the workspace, a batch of the job in a line. `gone`: they were deleted. */
export const leadMatching: Consumer<{ gone?: true }> = {
  name: 'match',
  job: MATCH_LEADS,
  payloadOf: () => ({}),
  key: 'all',
  most_ids: 200,
}

/** Leads whose records are made and whose blocking keys are not written yet: those of very many are written together. */
export const leadKeys: Consumer = {
  name: 'keys',
  job: WRITE_KEYS,
  payloadOf: () => ({}),
  key: 'all',
  most_ids: MOST_IDS,
}

/** All consumers; a test of queues tries each of them. */
export const CONSUMERS: readonly Consumer[] = [computing, carrying, autoRunning, viewIndexing, leadMatching, leadKeys]
