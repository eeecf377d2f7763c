// Writes what a run finds, in groups: one transaction settles many cells, their attempts and cache entries, reserves the
// calls about to be made, and moves the run's counters with them, so that a crash can never leave one without the other.

import type { Payer } from '../../../engine/money/budget.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { isOutage } from '../../../platform/db/outage.ts'
import type { Log } from '../../../platform/log.ts'
import { cellsWritten } from '../../../platform/meters.ts'
import { hasErased } from '../../../records/lead-facts/erasure.reads.ts'
import { applyCells, recountCells } from '../../../records/rows/cells.commands.ts'
import type { CellWrite } from '../../../records/store/cell.logic.ts'
import type { Admission } from '../../accounts/admission.ts'
import { dropClaims } from '../../lookups/cache.writes.ts'
import { NoRoomYet } from '../../lookups/calls.ts'
import { wordsOfPassed } from '../../money/booking.commands.ts'
import { isGranted, recordCalls } from '../../money/call-record.writes.ts'
import type { CallBooks } from '../../money/paid-call.ts'
import { reservedCalls } from '../../money/reserved-calls.ts'
import { answerCall, type ReserveResult, type WaitingCall } from '../cells/wanted-call.ts'
import { LEASE_SECONDS, type Lease, lockHeldChunks } from './chunks.writes.ts'
import { countCells, emitProgress, filledAlready, type RunProgress } from './progress.ts'
import { hasSpent, type Note, type SettledCell, seqsOf, type WriteGroup } from './write-group.ts'

export interface RunWriter {
  /** Puts a finished cell into the next group; waits only while too many are waiting already. */
  settle(cell: SettledCell): Promise<void>
  /** Reserves the calls of a chunk with the next group. `reserve` also rejects when another worker has taken the chunk. */
  booksOf(seq: number): CallBooks
  /** Reserved calls of a chunk without a recorded result; each is returned once. */
  takeOpen(seq: number): string[]
  /** Resolves when all that was settled so far is written, or dropped with its chunk; rejects when it cannot be written. */
  drain(): Promise<void>
}

const SHORT_WAIT_MS = 2
const SETTLE_WAIT_MS = 100
const GROUP_CELLS = 400
const MOST_WAITING = 4_000
const EVENT_EVERY_MS = 250
/** How soon a deferred call is retried when no call of this process ends before. */
const SOONEST_PUT_OFF_MS = 100
const LONGEST_PUT_OFF_MS = 2_000
/** Longer than the lease of a lost worker, whose calls keep their money until another takes their rows. */
const MOST_PUT_OFF_MS = (LEASE_SECONDS + 2) * 1_000

export function createRunWriter(parts: {
  database: Database
  log: Log
  lease: Pick<Lease, 'workspace_id' | 'run_id'>
  workbook_id: string
  worker_id: string
  payer: Payer
  /** The admission, which prepares rows during the calls of earlier rows and measures their waits. */
  admission: Pick<Admission, 'coverMs' | 'recordMs' | 'observeRecord'>
  /** Called when no call fitted into its budgets for the longest wait: the reserved money may belong to rows that wait behind these. */
  noRoom: (reason: NoRoomYet) => void
  /** The run has reached its cap; `words` give details when a vendor's report exceeded it. */
  runIsOver: (words?: string) => Promise<void>
  /** Aborts when no further call is to be made. */
  stop: AbortSignal
  now: () => number
}): RunWriter {
  const { database, log, lease, workbook_id, worker_id, payer, admission, stop, now } = parts
  let cells: SettledCell[] = []
  let reservations: WaitingCall[] = []
  let notes: Note[] = []
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let writing: Promise<void> | undefined
  let unheard: CellWrite[] = []
  let lastRing = 0
  let broken: Error | undefined
  const open = new Map<string, number>()
  const underWay = new Set<string>()
  const calls = reservedCalls(payer)
  /** The questions that calls in progress have claimed, by attempt. */
  const claimed = new Map<string, string>()
  // Calls that fit into their budgets only if calls in progress cost less than reserved.
  let putOff: WaitingCall[] = []
  let later: NodeJS.Timeout | undefined
  let putOffMs = SOONEST_PUT_OFF_MS
  /** When the first call was deferred since the last admitted one. */
  let putOffAt: number | undefined
  stop.addEventListener('abort', () => {
    clearTimeout(later)
    for (const { lost } of putOff.splice(0)) lost(stop.reason)
  })
  // The number of cells and notes received, and the number written.
  let given = 0
  let written = 0
  let drains = 0
  const waiting: (() => void)[] = []

  /** While reserved calls keep the slots busy, further calls are collected, which makes fewer and larger groups. */
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

  /** The calls that block may be in progress in another process, which does not report their end. */
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
      for (const { id } of group.notes) calls.booked(id)
      for (const { lost } of [...group.reservations, ...putOff.splice(0)]) lost(broken)
    }
  }

  /** Waits for the database for any time, because the answers are known and may have cost money. */
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

  /** Reported once per group, because a reported call may have ended before a second report. */
  function tellCallers(group: WriteGroup, { heardOf, passed }: Awaited<ReturnType<typeof commit>>): void {
    for (const each of passed) calls.withdraw(each)
    for (const { id } of group.notes) calls.booked(id)
    for (const reservation of group.reservations) {
      const { seq, attempt, claim } = reservation
      const verdict = heardOf(reservation)
      if (isGranted(verdict)) {
        open.set(attempt.id, seq)
        underWay.add(attempt.id)
        if (verdict?.kind === 'granted') {
          calls.reserved(reservation.want, verdict.terms)
          putOffAt = undefined
        }
        if (claim) claimed.set(attempt.id, claim.key)
      }
      if (verdict?.kind === 'put_off' && !reservation.isTogether) putOff.push(reservation)
      else answerCall(reservation, verdict)
    }
    if (stop.aborted) for (const { lost } of putOff.splice(0)) lost(stop.reason)
    if (putOff.length > 0) {
      putOffAt ??= now()
      if (underWay.size === 0 && now() - putOffAt > MOST_PUT_OFF_MS) giveUpWaiting()
    }
    if (hasSpent(group)) takeUp()
    else if (putOff.length > 0) takeUpLater()
    for (const { id } of group.notes) claimed.delete(id)
  }

  function giveUpWaiting(): void {
    const reason = new NoRoomYet('calls elsewhere may take what is left of a budget')
    parts.noRoom(reason)
    for (const { lost } of putOff.splice(0)) lost(reason)
  }

  function forget(attemptId: string): void {
    underWay.delete(attemptId)
    calls.forget(attemptId)
  }

  /** A call that cannot be recorded must not block the same question of other workers. */
  async function giveBackClaims(): Promise<void> {
    const lost = [...claimed].flatMap(([attempt_id, key]) => (underWay.has(attempt_id) ? [] : [{ attempt_id, key }]))
    await database.inWorkspace(lease.workspace_id, (tx) => dropClaims(tx, lost)).catch(() => {})
  }

  /** Locks chunks, then the workbook, then budgets, then the run: every group in this order. Statements sent at once go in one message. */
  async function commit(tx: WorkspaceTx, group: WriteGroup, again: boolean) {
    const seqs = seqsOf(group)
    const [held, someErased] = await Promise.all([
      seqs.length > 0 ? lockHeldChunks(tx, lease.run_id, worker_id, seqs) : new Set<number>(),
      hasErased(tx),
    ])
    const settled = group.cells.filter(({ seq }) => held.has(seq))
    // When the connection is lost at the commit, the group may be written anyway. Repeating it is safe except for counters.
    const given = settled.map(({ write }) => write)
    const filled = again ? await filledAlready(tx, workbook_id, lease.run_id, given) : []
    const known = new Set(filled.map(placeOf))
    // The result of a call is recorded even when its chunk went to another worker: the call was made and may have cost money.
    const outcomes: (Note | SettledCell)[] = [...group.notes, ...settled]
    const wanted = group.reservations.filter(({ seq }) => held.has(seq))
    const recorded = await recordCalls(
      tx,
      payer,
      { wanted, outcomes, someErased },
      {
        async cells(kept) {
          const fresh = kept.filter(isCell).filter(({ write }) => !known.has(placeOf(write)))
          const writes = fresh.map(({ write }) => write)
          const counted = fresh.flatMap(({ rests, write }) => (rests ? [] : [write]))
          const { overridden, gone } = await applyCells(tx, workbook_id, writes)
          const untouched = new Set([...overridden, ...gone].map(placeOf))
          return { applied: writes.filter((write) => !untouched.has(placeOf(write))), writes, counted }
        },
        counters: async ({ writes, counted }) =>
          writes.length > 0 ? countCells(tx, lease.run_id, counted) : undefined,
      },
    )
    const { cells: { applied } = { applied: [] }, counters: progress, run_is_over, passed } = recorded
    if (progress) await tellOf(tx, applied, progress)
    tx.afterwards.push(() => {
      for (const { status } of applied) cellsWritten.inc({ state: status })
    })
    const heardOf = (call: WaitingCall): ReserveResult =>
      held.has(call.seq) ? recorded.verdictOf(call) : { kind: 'lost' }
    const late = group.notes.flatMap(({ seq, row_id }) => (seq !== undefined && !held.has(seq) ? [row_id] : []))
    return { heardOf, run_is_over, passed, late }
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

  const record: CallBooks['record'] = (attempt, spent, keep) => {
    const { id, row_id } = attempt
    const seq = open.get(id)
    const key = claimed.get(id)
    open.delete(id)
    forget(id)
    notes.push({
      id,
      row_id,
      seq,
      attempts: [attempt],
      keep: keep ? [keep] : [],
      spent: spent ? [spent] : [],
      claim: key === undefined ? undefined : { key, attempt_id: id },
    })
    given++
    plan()
  }

  function letGo(attemptId: string): void {
    forget(attemptId)
    calls.booked(attemptId)
    claimed.delete(attemptId)
    takeUp()
  }

  return {
    async settle(cell) {
      if (broken) throw broken
      cells.push(cell)
      given++
      plan()
      while (cells.length > MOST_WAITING) await write()
    },
    booksOf(seq) {
      return {
        reserve(call) {
          if (broken) return Promise.reject(broken)
          return new Promise((done, lost) => {
            reservations.push({ seq, ...call, done, lost })
            plan()
          })
        },
        begin: calls.begin,
        heard: calls.heard,
        record,
        letGo,
      }
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

const isCell = (each: Note | SettledCell): each is SettledCell => each.write !== undefined

const placeOf = ({ row_id, column_id }: { row_id: string; column_id: string }) => `${row_id} ${column_id}`
