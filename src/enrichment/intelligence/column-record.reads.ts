// All that is known of a column's steps: its current plan, the rows it was run for last, and the outcomes.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { type CellPlanSpec, planSpec } from '../../engine/columns/columns.ts'
import type { StepSpec } from '../../engine/columns/step.ts'
import { cellOf, type Row } from '../../engine/values/row.ts'
import { planCell } from '../../engine/waterfall/cell.ts'
import type { LookupFacts } from '../../engine/waterfall/facts.ts'
import type { ReplayRow } from '../../engine/waterfall/replay.ts'
import { firstSteps } from '../../engine/waterfall/step-order.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { accountFormOf } from '../../providers/kit/kit.ts'
import { readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { readTries } from '../attempts/sample.reads.ts'
import { type Askable, type Lookups, readLookups } from '../money/facts.ts'
import { readPerformance } from '../performance/performance.commands.ts'
import { type Segmentation, segmentations, tellingSegmentation } from './segments.logic.ts'
import { reportedCosts, type Try, triesOf } from './tries.logic.ts'

/** A step that finds, with what is known of its lookup. */
export interface FindingStep {
  spec: StepSpec
  label: string
  facts: LookupFacts | undefined
  keyless: boolean
  /** What its verifier charges, where it has one. */
  verifier: LookupFacts | undefined
}

export interface ColumnRecord {
  spec: CellPlanSpec
  steps: FindingStep[]
  /** By row id, the row that was run last first. */
  tries: ReadonlyMap<string, { readonly [stepId: string]: Try }>
  /** In the order of `tries`. */
  rows: ReplayRow[]
  /** How rows can be told apart, and how they are. */
  segmentations: Segmentation[]
  segmentation: Segmentation | undefined
}

export interface RecordAsked {
  workbook_id: string
  column_id: string
  rows: number
  /** Id of the column by whose values rows are told apart; `none`; absent: by whichever tells most. */
  segment?: string | undefined
  /** Where the request says so, for what is wrong with it. */
  where: 'query' | 'body'
}

const ROWS_AT_ONCE = 1000

/** @throws Refusal `not_found` for an unknown column, `conflict` for one that makes no calls, `invalid` for a segment that there is not */
export async function readRecord(
  tx: WorkspaceTx,
  askable: Askable,
  now: number,
  asked: RecordAsked,
): Promise<ColumnRecord> {
  const workbookId = await mustFindWorkbook(tx, asked.workbook_id)
  const columns = await readColumns(tx, workbookId)
  const column = columns.find(({ id }) => id === asked.column_id)
  if (!column) return refuse('not_found', 'Column not found')
  const spec = planSpec(column, columns, await readPerformance(tx))
  if (!spec) return refuse('conflict', `"${column.name}" makes no calls, so there is nothing to compare`)
  const lookups = await readLookups(tx, askable)
  const { factsOf } = lookups
  const stored = await readTries(tx, workbookId, spec, asked.rows)
  const reported = reportedCosts(stored.values())
  const tries = new Map<string, { readonly [stepId: string]: Try }>()
  const known: Row[] = []
  const ids = [...stored.keys()]
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const some = ids.slice(at, at + ROWS_AT_ONCE)
    for (const row of await readRowsForRun(tx, workbookId, { row_ids: some }, null)) {
      const cell = cellOf(row, spec.column_id)
      const byStep = triesOf(stored.get(row.row_id) ?? [], { spec, factsOf, reported, cell })
      // A row whose steps are all others by now says nothing of these.
      if (Object.keys(byStep).length === 0) continue
      tries.set(row.row_id, byStep)
      known.push(row)
    }
  }
  const all = segmentations(columns, known, spec.column_id)
  const segmentation = chosen(asked, all, tries, columns)
  return {
    spec,
    tries,
    steps: stepsOf(spec, lookups),
    rows: known.map((row) => {
      const recorded = tries.get(row.row_id) ?? {}
      const closed = closedOn(row, recorded, spec, lookups, now)
      const first = firstSteps(spec, row, now)
      const segment = segmentation?.of.get(row.row_id) ?? null
      return { recorded, closed, segment, ...(first.length > 0 && { first }) }
    }),
    segmentations: all,
    segmentation,
  }
}

function chosen(
  { segment: wanted, where }: RecordAsked,
  all: readonly Segmentation[],
  tries: ColumnRecord['tries'],
  columns: readonly ColumnConfig[],
): Segmentation | undefined {
  if (wanted === undefined) return tellingSegmentation(all, tries)
  const found = all.find(({ column_id }) => column_id === wanted)
  if (!found && wanted !== 'none' && !columns.some(({ id }) => id === wanted))
    refuse('invalid', `There is no column "${wanted}"`, {
      fields: [
        { loc: [where, 'segment'], type: 'value_error', msg: 'Value error, there is no such column', input: wanted },
      ],
    })
  return found
}

function stepsOf(spec: CellPlanSpec, { factsOf, lookupOf }: Lookups): FindingStep[] {
  return spec.steps.flatMap((step): FindingStep[] => {
    if (step.verifies !== undefined) return []
    const lookup = lookupOf(step)
    const verifier = spec.steps.find(({ verifies }) => verifies === step.id)
    return [
      {
        spec: step,
        label: lookup?.label ?? step.provider,
        facts: factsOf(step.provider, step.made),
        keyless: lookup !== undefined && (lookup.keyless || accountFormOf(lookup) === undefined),
        verifier: verifier && factsOf(verifier.provider, verifier.made),
      },
    ]
  })
}

/** Steps that could not be called on this row now. Steps that were called could be. */
function closedOn(
  row: Row,
  byStep: { readonly [stepId: string]: Try },
  spec: CellPlanSpec,
  { factsOf }: Lookups,
  now: number,
): Set<string> {
  const decision = planCell({ spec, row, mode: 'all', force: true, now, factsOf, unsettled: new Set() })
  const planned = decision.kind === 'ask' ? decision.plan.steps : []
  const open = planned.filter(({ skip, provider, made }) => skip === null && factsOf(provider, made)?.gate === null)
  const askable = new Set(open.map(({ id }) => id))
  return new Set(spec.steps.map(({ id }) => id).filter((id) => !askable.has(id) && !Object.hasOwn(byStep, id)))
}
