// Works one lead through an action: its waterfalls in order, each reading what those before it found.
import { planCell } from '../../engine/waterfall/cell.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { StoredLead } from '../../records/lead-facts/lead.reads.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { CallOutcome } from '../money/call-record.writes.ts'
import type { CellCaller } from '../runs/cell-caller.ts'
import { fillCell } from '../runs/fill-cell.ts'
import { contest, type ValueClaim } from './fusion.logic.ts'
import { claimsOf, dueOf, type FillMode, type PlannedWaterfall } from './lead-plan.logic.ts'
import { rowOf, withDerived } from './lead-row.logic.ts'

/** What became of one waterfall, in the words of cells. */
export interface WaterfallOutcome {
  id: string
  name: string
  status: string
  provider: string | null
  reason: string | null
  detail: string | null
  cost_micro: number
}

export interface LeadFilled {
  outcomes: WaterfallOutcome[]
  /** What was found, by field, in the order it came; what the lead takes of it is decided when it is written. */
  claims: FoundClaim[]
  /** The calls of each waterfall, as of a cell. */
  cells: CallOutcome[]
  /** For promised answers, with what it has so far; gone on with when they are there. */
  is_waiting: boolean
  /** Milliseconds until a provider that asked to wait may be called again; null when the lead is done with. */
  rest_ms: number | null
}

export interface FoundClaim extends ValueClaim {
  field: string
  /** False for the best of what was not good enough: it is kept aside. */
  accepted: boolean
}

export interface LeadWork {
  lead: StoredLead
  /** The leads that it was merged with. */
  fellows: readonly StoredLead[]
  planned: readonly PlannedWaterfall[]
  mode: FillMode
  /** Attempts of this job at this lead by a worker that is gone. */
  earlier: readonly AttemptRecord[]
  caller: CellCaller
  signal: AbortSignal
}

export async function fillLead({
  lead,
  fellows,
  planned,
  mode,
  earlier,
  caller,
  signal,
}: LeadWork): Promise<LeadFilled> {
  const filled: LeadFilled = { outcomes: [], claims: [], cells: [], is_waiting: false, rest_ms: null }
  const done = new Set<string>()
  const now = () => caller.now().getTime()
  let row = rowOf(lead)
  for (const { waterfall, spec } of planned) {
    signal.throwIfAborted()
    const { id, name } = waterfall
    const tell = (of: Partial<WaterfallOutcome> & { status: string }) =>
      filled.outcomes.push({ id, name, provider: null, reason: null, detail: null, cost_micro: 0, ...of })
    const due = dueOf(waterfall, { data: row.data, provenance: lead.provenance }, { mode, done, now: now(), fellows })
    if (!due.due) {
      const merged = `Merged with lead ${due.known_by}, which has the values. To ask about this lead too, enrich it in mode all.`
      tell({ status: 'fresh', detail: due.known_by === null ? 'The values are up to date' : merged })
      continue
    }
    const decision = planCell({
      spec,
      row,
      mode: 'all',
      force: true,
      factsOf: caller.lookups.factsOf,
      unsettled: new Set<string>(),
      now: now(),
    })
    if (decision.kind !== 'ask') {
      const { reason = null, detail = null } = decision.kind === 'skip' ? decision : {}
      tell({ status: 'skipped', reason, detail })
      continue
    }
    const mine = earlier.filter(({ column_id }) => column_id === spec.column_id)
    const cell = await fillCell(row.row_id, spec, decision.plan, mine, caller)
    const { write, ...calls } = cell
    filled.cells.push(calls)
    if (write.status === 'waiting') return { ...filled, is_waiting: calls.awaited.length > 0 }
    if (write.status === 'throttled' && cell.rest_ms !== null)
      filled.rest_ms = Math.max(filled.rest_ms ?? 0, cell.rest_ms)
    tell({
      status: write.status,
      provider: write.provider ?? null,
      reason: write.reason ?? write.error_class ?? null,
      detail: write.error_message ?? write.detail ?? null,
      cost_micro: write.cost_micro ?? 0,
    })
    for (const [field, claim] of claimsOf(waterfall, spec, write)) {
      const accepted = write.status === 'complete'
      filled.claims.push({ ...claim, field, accepted })
      if (!accepted) continue
      row = { ...row, data: withDerived(afterClaim(row.data, lead.provenance, field, claim, now())) }
      done.add(field)
    }
  }
  return filled
}

/** The values as the waterfalls after it read them. */
function afterClaim(
  data: JsonObject,
  provenance: Readonly<Record<string, JsonObject>>,
  field: string,
  claim: ValueClaim,
  now: number,
): JsonObject {
  const { kind } = contest(field, { value: data[field] ?? null, provenance: provenance[field] }, claim, now)
  if (kind === 'loses' || kind === 'agrees') return data
  const { email_status: _, ...rest } = field === 'email' ? data : { ...data, email_status: undefined }
  const kept = field === 'email' ? rest : data
  return { ...kept, [field]: claim.value }
}
