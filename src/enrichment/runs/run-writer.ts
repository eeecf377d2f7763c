// Writes what a run finds, in groups: one transaction settles many cells, their attempts and cache entries, reserves the
// calls about to be made, and moves the run's counters with them, so that a crash can never leave one without the other.

import type { Payer } from '../../engine/money/budget.ts'
import type { Terms } from '../../engine/money/price.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { isOutage } from '../../platform/db/outage.ts'
import type { Log } from '../../platform/log.ts'
import { cellsWritten } from '../../platform/meters.ts'
import { hasErased } from '../../records/lead-facts/erasure.reads.ts'
import { applyCells, recountCells } from '../../records/rows/cells.commands.ts'
import type { CellWrite } from '../../records/store/cell.logic.ts'
import type { Admission } from '../accounts/admission.ts'
import { type AttemptRecord, writeAttempts } from '../attempts/attempts.writes.ts'
import { insertAwaited } from '../attempts/awaited.writes.ts'
import type { CacheEntry } from '../lookups/cache.reads.ts'
import { dropClaims, writeCache } from '../lookups/cache.writes.ts'
import { admitCalls, FREE, reservationOf, type Settlement, wordsOfPassed } from '../money/booking.commands.ts'
import { dropFree, insertReservations } from '../money/reservations.writes.ts'
import { type ReservedCalls, reservedCalls } from '../money/reserved-calls.ts'
import { type Lease, lockHeldChunks } from './chunks.writes.ts'
import { withoutErased } from './erased-answers.ts'
import { countCells, emitProgress, filledAlready, type RunProgress } from './progress.ts'
import { answer, claimsOf, isGranted, type ReserveResult, type WaitingCall, type WantedCall } from './wanted-call.ts'
import { type SettledCell, seqsOf, settlementsOf, type WriteGroup } from './write-group.ts'

export interface RunWriter {
  /** Puts a finished cell into the next group; waits only while too many are waiting already. */
  settle(cell: SettledCell): Promise<void>
  /**
   * Resolves once the call is on record and its money reserved. Rejects when the chunk went to another worker, or with
   * {@link OverBudget} or {@link Taken}; then the call must not be made.
   */
  reserve(seq: number, call: WantedCall): Promise<Terms>
  /** A reserved call is about to be made; see {@link ReservedCalls}. */
  begin: ReservedCalls['begin']
  heard: ReservedCalls['heard']
  /** A reserved call was cut short: nothing will be recorded of it, and no caller is to wait for it. */
  letGo(attemptId: string): void
  /** Calls of a chunk that were reserved and of which nothing was recorded. They are told once. */
  takeOpen(seq: number): string[]
  /** Puts what came of a reserved call on record with the next group. */
  record(attempt: AttemptRecord, spent: Settlement | null, keep?: CacheEntry): void
  /** Resolves when all that was settled so far is written, or dropped with its chunk; rejects when it cannot be written. */
  drain(): Promise<void>
}

const SHORT_WAIT_MS = 2
const SETTLE_WAIT_MS = 100
const GROUP_CELLS = 400
const MOST_WAITING = 4_000
const EVENT_EVERY_MS = 250
/** How soon a call that was put off is asked for again where no call of this process ends before. */
const SOONEST_PUT_OFF_MS = 100
const LONGEST_PUT_OFF_MS = 2_000

export function createRunWriter(parts: {
  database: Database
  log: Log
  lease: Pick<Lease, 'workspace_id' | 'run_id'>
  workbook_id: string
  worker_id: string
  payer: Payer
  /** Where rows get ready while those before them ask: it measures what they wait for. */
  admission: Pick<Admission, 'coverMs' | 'recordMs' | 'observeRecord'>
  /** The run has used up what it may cost; `words` say more than that where a vendor took it past its cap. */
  runIsOver: (words?: string) => Promise<void>
  /** Aborts when no further call is to be made. */
  stop: AbortSignal
  now: () => number
}): RunWriter {
  const { database, log, lease, workbook_id, worker_id, payer, admission, stop, now } = parts
  let cells: SettledCell[] = []
  let reservations: WaitingCall[] = []
  let notes: WriteGroup['notes'] = []
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let writing: Promise<void> | undefined
  let unheard: CellWrite[] = []
  let lastRing = 0
  let broken: Error | undefined
  const open = new Map<string, number>()
  const underWay = new Set<string>()
  const calls = reservedCalls(payer)
  /** The questions that calls under way laid claim to, by attempt. */
  const claimed = new Map<string, string>()
  // Calls that fit into their budgets only if others, which are under way, turn out to cost less than they may.
  let putOff: WaitingCall[] = []
  let later: NodeJS.Timeout | undefined
  let putOffMs = SOONEST_PUT_OFF_MS
  stop.addEventListener('abort', () => {
    clearTimeout(later)
    for (const { lost } of putOff.splice(0)) lost(stop.reason)
  })
  // Cells and notes so far, and those of them that are dealt with.
  let given = 0
  let written = 0
  let drains = 0
  const waiting: (() => void)[] = []

  /** As long as there are calls on record to be made, the next are gathered: fewer and larger groups, and no place runs dry. */
  function gatherMs(): number {
    const record = admission.recordMs()
    return Math.max(SHORT_WAIT_MS, Math.min(admission.coverMs() - 2 * record, 3 * record))
  }

  function waitMs(): number {
    if (cells.length >= GROUP_CELLS || calls.isHolding()) return 0
    if (reservations.length > 0) return gatherMs()
    return drains > 0 ? SHORT_WAIT_MS : SETTLE_WAIT_MS
  }

  /** Asks again for what was put off. */
  function takeUp() {
    clearTimeout(later)
    later = undefined
    reservations.unshift(...putOff)
    putOff = []
    plan()
  }

  /** What is in the way may be under way in another process, which tells nothing when it has ended. */
  function takeUpLater() {
    if (later) return
    putOffMs = underWay.size > 0 ? LONGEST_PUT_OFF_MS : Math.min(2 * putOffMs, LONGEST_PUT_OFF_MS)
    later = setTimeout(takeUp, putOffMs)
  }

  function plan() {
    if (writing || (cells.length === 0 && reservations.length === 0 && notes.length === 0)) return
    const wait = waitMs()
    const at = now() + wait
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => void write(), wait)
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    writing ??= writeGroup().finally(() => {
      writing = undefined
      for (const resolve of waiting.splice(0)) resolve()
      plan()
    })
    return writing
  }

  async function writeGroup(): Promise<void> {
    const group = { cells, reservations, notes }
    const begun = now()
    cells = []
    reservations = []
    notes = []
    const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(lease.workspace_id, work)
    try {
      const done = await whenThere((again) => inWorkspace((tx) => commit(tx, group, again)))
      admission.observeRecord(now() - begun)
      tellCallers(group, done)
      const { late, passed, run_is_over } = done
      if (late.length > 0) await whenThere(() => inWorkspace((tx) => recountCells(tx, workbook_id, lease.run_id, late)))
      written += group.cells.length + group.notes.length
      const ofRun = passed.find(({ by }) => by.scope === 'run')
      if (run_is_over || ofRun) await whenThere(() => parts.runIsOver(ofRun && wordsOfPassed(ofRun)))
    } catch (error) {
      log.error(
        { err: error, run_id: lease.run_id, cells: group.cells.length },
        'a group of cells could not be written',
      )
      broken = error as Error
      await giveBackClaims()
      for (const { attempt } of group.notes) calls.booked(attempt.id)
      for (const { lost } of [...group.reservations, ...putOff.splice(0)]) lost(broken)
    }
  }

  /** Waits for the database as long as it is away: the answers are in hand and may have cost money. */
  async function whenThere<T>(work: (again: boolean) => Promise<T>): Promise<T> {
    for (let wait = 100, again = false; ; wait = Math.min(wait * 2, 2_000), again = true) {
      try {
        return await work(again)
      } catch (error) {
        if (!isOutage(error)) throw error
        log.warn({ err: error, run_id: lease.run_id }, 'the database is away, keeping the results')
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  /** Once for each group: a call that was told of may have ended by the time it were told again. */
  function tellCallers(group: WriteGroup, { heardOf, passed }: Awaited<ReturnType<typeof commit>>): void {
    for (const each of passed) calls.withdraw(each)
    for (const { attempt } of group.notes) calls.booked(attempt.id)
    for (const reservation of group.reservations) {
      const { seq, attempt, claim } = reservation
      const verdict = heardOf(reservation)
      if (isGranted(verdict)) {
        open.set(attempt.id, seq)
        underWay.add(attempt.id)
        if (verdict?.kind === 'granted') calls.reserved(reservation.want, verdict.terms)
        if (claim) claimed.set(attempt.id, claim.key)
      }
      if (verdict?.kind === 'put_off' && !reservation.isTogether) putOff.push(reservation)
      else answer(reservation, verdict)
    }
    if (stop.aborted) for (const { lost } of putOff.splice(0)) lost(stop.reason)
    if (settlementsOf(group).length > 0) takeUp()
    else if (putOff.length > 0) takeUpLater()
    for (const { attempt } of group.notes) claimed.delete(attempt.id)
  }

  function forget(attemptId: string): void {
    underWay.delete(attemptId)
    calls.forget(attemptId)
  }

  /** A call that cannot be recorded does not keep other workers from asking. */
  async function giveBackClaims(): Promise<void> {
    const lost = [...claimed].flatMap(([attempt_id, key]) => (underWay.has(attempt_id) ? [] : [{ attempt_id, key }]))
    await database.inWorkspace(lease.workspace_id, (tx) => dropClaims(tx, lost)).catch(() => {})
  }

  /** Locks chunks, then the workbook, then budgets, then the run: every group in this order. Statements sent at once go in one message. */
  async function commit(tx: WorkspaceTx, brought: WriteGroup, again: boolean) {
    const seqs = seqsOf(brought)
    const [held, someWereErased] = await Promise.all([
      seqs.length > 0 ? lockHeldChunks(tx, lease.run_id, worker_id, seqs) : new Set<number>(),
      hasErased(tx),
    ])
    const group = someWereErased ? await withoutErased(tx, brought) : brought
    const settled = group.cells.filter(({ seq }) => held.has(seq))
    const wanted = group.reservations.filter(({ seq }) => held.has(seq))
    // Where the connection was lost at the commit the group may be on record all the same. Only counting twice would show.
    const given = settled.map(({ write }) => write)
    const filled = again ? await filledAlready(tx, workbook_id, lease.run_id, given) : []
    const known = new Set(filled.map(placeOf))
    const fresh = settled.filter(({ write }) => !known.has(placeOf(write)))
    const writes = fresh.map(({ write }) => write)
    const awaited = settled.flatMap((cell) => cell.awaited)
    const unclaimed = group.notes.flatMap((note) => note.unclaimed)
    const told = [...group.notes.map(({ attempt }) => attempt), ...settled.flatMap(({ attempts }) => attempts)]
    const [, taken, , , { overridden, gone }] = await Promise.all([
      // The result of a call is recorded even when its chunk went to another worker: the call was made and may have cost money.
      writeAttempts(tx, workbook_id, lease.run_id, told),
      writeCache(
        tx,
        [...group.notes, ...settled].flatMap(({ keep }) => keep ?? []),
        claimsOf(wanted),
      ),
      dropClaims(tx, unclaimed),
      insertAwaited(tx, workbook_id, lease.run_id, awaited),
      applyCells(tx, workbook_id, writes),
    ])
    const reserved = wanted.filter(({ attempt }) => !taken.has(attempt.id))
    const spent = settlementsOf({ notes: group.notes, cells: settled })
    const booked = new Set(spent.map(({ id }) => id))
    const { verdicts, run_is_over, passed, book } = await admitCalls(tx, payer, {
      wanted: reserved.flatMap(({ want }) => (want.lookup.price.rule === 'free' ? [] : [want])),
      settled: spent,
    })
    const counted = fresh.flatMap(({ rests, write }) => (rests ? [] : [write]))
    const refused = reserved.filter(({ attempt }) => verdicts.get(attempt.id)?.kind === 'refused')
    const [, , , , progress] = await Promise.all([
      book(),
      dropFree(
        tx,
        told.flatMap(({ id, state }) => (state === 'reserved' || booked.has(id) ? [] : [id])),
      ),
      // What is free is kept aside nowhere, and on record all the same.
      insertReservations(
        tx,
        reserved.flatMap(({ want, attempt: { id } }) => (verdicts.has(id) ? [] : [reservationOf(payer, want, FREE)])),
      ),
      dropClaims(tx, claimsOf(refused)),
      writes.length > 0 ? countCells(tx, lease.run_id, counted) : undefined,
    ])
    const untouched = new Set([...overridden, ...gone].map(placeOf))
    const applied = writes.filter((write) => !untouched.has(placeOf(write)))
    if (progress) await tellOf(tx, applied, progress)
    tx.afterwards.push(() => {
      for (const { status } of applied) cellsWritten.inc({ state: status })
    })
    const heardOf = ({ seq, attempt: { id } }: WaitingCall): ReserveResult => {
      if (!held.has(seq)) return { kind: 'lost' }
      return taken.has(id) ? { kind: 'taken' } : verdicts.get(id)
    }
    const late = group.notes.filter(({ seq }) => seq !== undefined && !held.has(seq))
    return { heardOf, run_is_over, passed, late: late.map(({ attempt }) => attempt.row_id) }
  }

  async function tellOf(tx: WorkspaceTx, applied: CellWrite[], progress: RunProgress) {
    const telling = [...unheard, ...applied]
    const last = progress.done >= progress.cells
    if (!last && now() - lastRing < EVENT_EVERY_MS) {
      unheard = telling
      return
    }
    await emitProgress(tx, { run_id: lease.run_id, workbook_id, cells: telling, progress })
    unheard = []
    lastRing = now()
  }

  return {
    async settle(cell) {
      if (broken) throw broken
      cells.push(cell)
      given++
      plan()
      while (cells.length > MOST_WAITING) await write()
    },
    reserve(seq, call) {
      if (broken) return Promise.reject(broken)
      return new Promise((done, lost) => {
        reservations.push({ seq, ...call, done, lost })
        plan()
      })
    },
    begin: calls.begin,
    heard: calls.heard,
    letGo(attemptId) {
      forget(attemptId)
      calls.booked(attemptId)
      claimed.delete(attemptId)
      takeUp()
    },
    takeOpen(seq) {
      const ids = [...open].flatMap(([id, of]) => (of === seq ? [id] : []))
      for (const id of ids) {
        open.delete(id)
        forget(id)
        calls.booked(id)
        claimed.delete(id)
      }
      return ids
    },
    record(attempt, spent, keep) {
      const seq = open.get(attempt.id)
      open.delete(attempt.id)
      forget(attempt.id)
      // Without an answer to keep, the next worker may ask.
      const key = keep ? undefined : claimed.get(attempt.id)
      notes.push({ seq, attempt, spent, keep, unclaimed: key === undefined ? [] : [{ key, attempt_id: attempt.id }] })
      given++
      plan()
    },
    async drain() {
      const upTo = given
      drains++
      while (written < upTo && !broken) {
        plan()
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      drains--
      if (broken) throw broken
    },
  }
}

const placeOf = ({ row_id, column_id }: { row_id: string; column_id: string }) => `${row_id} ${column_id}`
