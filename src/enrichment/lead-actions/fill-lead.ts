// Works one lead through an action as a row: its waterfalls are the columns, in order, each reading what those before it found.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { StoredLead } from '../../records/lead-facts/lead.reads.ts'
import type { TrackRecords } from '../../records/lead-facts/source-evidence.commands.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { CallOutcome } from '../money/call-record.writes.ts'
import type { CellCaller } from '../runs/cells/cell-caller.ts'
import { type DeferredColumns, runRow } from '../runs/cells/run-row.ts'
import { compareClaims, isSame, type ValueClaim } from './fusion.logic.ts'
import { claimsOf, dueOf, type FillMode, type PlannedWaterfall } from './lead-plan.logic.ts'
import { rowOf, withDerived } from './lead-row.logic.ts'

/** The outcome of one waterfall, in the words of cells. */
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
  /** What is left, for promised answers or a provider that asked to wait; null when the lead is done with. */
  rest: DeferredColumns | null
}

export interface FoundClaim extends ValueClaim {
  field: string
  /** False for the best of what was not good enough: it is kept aside. */
  accepted: boolean
  /** For the status of an address: the address that it describes. */
  address?: Json
}

export interface LeadWork {
  lead: StoredLead
  /** The leads that it was merged with. */
  fellows: readonly StoredLead[]
  /** What is known of the sources that may meet, the same when the values are written. */
  records: TrackRecords
  planned: readonly PlannedWaterfall[]
  mode: FillMode
  /** Attempts of this job at this lead by a lost worker, or before it rested. */
  earlier: readonly AttemptRecord[]
  /** See {@link runRow}. */
  most_rest_ms: number
  caller: CellCaller
  signal: AbortSignal
}

export async function fillLead(work: LeadWork): Promise<LeadFilled> {
  const { lead, fellows, records, planned, mode, earlier, most_rest_ms, caller, signal } = work
  const outcomes: WaterfallOutcome[] = []
  const claims: FoundClaim[] = []
  const cells: CallOutcome[] = []
  const done = new Set<string>()
  const now = () => caller.now().getTime()
  const row = rowOf(lead)
  let { data } = row
  const waterfallOf = ({ column_id }: { column_id: string }) => {
    const one = planned.find(({ spec }) => spec.column_id === column_id)
    if (!one) throw new Error(`no waterfall of this action is kept as ${column_id}`)
    return one
  }
  const tell = ({ waterfall: { id, name } }: PlannedWaterfall, of: Partial<WaterfallOutcome> & { status: string }) =>
    outcomes.push({ id, name, provider: null, reason: null, detail: null, cost_micro: 0, ...of })
  const { rest } = await runRow({
    row,
    // One after the other: each reads what those before it found.
    specs: planned.map(({ spec }, place) => ({ ...spec, upstream: columnsOf(planned.slice(0, place)) })),
    mode: 'all',
    earlier,
    most_rest_ms,
    caller,
    signal,
    isKnown(spec) {
      const one = waterfallOf(spec)
      const values = { data, provenance: lead.provenance }
      const due = dueOf(one.waterfall, values, { mode, done, now: now(), fellows })
      if (due.due) return false
      const merged = `Merged with lead ${due.known_by}, which has the values. To ask about this lead too, enrich it in mode all.`
      tell(one, { status: 'fresh', detail: due.known_by === null ? 'The values are up to date' : merged })
      return true
    },
    follow: async (current) => ({ ...current, data }),
    async onCell({ write, rests, ...calls }) {
      cells.push(calls)
      if (rests) return
      const one = waterfallOf(write)
      tell(one, {
        status: write.status,
        provider: write.provider ?? null,
        reason: write.reason ?? write.error_class ?? null,
        detail: write.error_message ?? write.detail ?? null,
        cost_micro: write.cost_micro ?? 0,
      })
      const brought = claimsOf(one.waterfall, one.spec, write)
      const address = brought.get('email')?.value ?? data.email
      for (const [field, value] of brought) {
        const accepted = write.status === 'complete'
        const isStatus = field === 'email_status' && address !== undefined
        const claim: FoundClaim = { ...value, field, accepted, ...(isStatus && { address }) }
        claims.push(claim)
        if (!accepted || !isOfAddress(claim, data.email)) continue
        data = withDerived(afterClaim(data, lead.provenance, claim, now(), records))
        done.add(field)
      }
    },
  })
  return { outcomes, claims, cells, rest }
}

const columnsOf = (planned: readonly PlannedWaterfall[]) => planned.map(({ spec }) => spec.column_id)

/** False of the status of another address than the lead has. */
export function isOfAddress({ address }: FoundClaim, email: Json | undefined): boolean {
  return address === undefined || isSame(address, email ?? null)
}

/** The values as the waterfalls after it read them. */
function afterClaim(
  data: JsonObject,
  provenance: Readonly<Record<string, JsonObject>>,
  claim: FoundClaim,
  now: number,
  records: TrackRecords,
): JsonObject {
  const { field, value } = claim
  const { kind } = compareClaims(
    field,
    { value: data[field] ?? null, provenance: provenance[field] },
    claim,
    now,
    records,
  )
  if (kind === 'loses' || kind === 'agrees') return data
  const { email_status: _, ...rest } = field === 'email' ? data : { ...data, email_status: undefined }
  const kept = field === 'email' ? rest : data
  return { ...kept, [field]: value }
}
