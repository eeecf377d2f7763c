// Places at accounts that allow only so many calls at once, shared by all processes: each has a lease of some, renews it while
// it uses them, and gives back what others are short of.
import { newId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { createGate, type Gate } from '../gate.ts'
import { grantPlaces, type Holder } from './places.logic.ts'
import { type AccountPlace, accountKey } from './turn-book.ts'

export interface Places {
  /** Gives back all places; no calls may follow. */
  close(): Promise<void>
  /** Waits for one of `cap` places at an account, of which this process is to use at most `most`; call the answer to give it back. */
  enter(place: AccountPlace, cap: number, most: number, signal: AbortSignal): Promise<() => void>
}

/** Longer than a database may be away for a moment; what a process that died had is free after it. */
const LEASE_MS = 10_000
const RENEW_MS = 1_000
/** While it has fewer than it wants. */
const SHORT_MS = 200

interface Desk {
  place: AccountPlace
  gate: Gate
  cap: number
  most: number
  /** How many may be filled, and how many it has on record: those of calls that are still under way are among them. */
  granted: number
  held: number
  until: number
  /** It was given less than it wanted: asking again at once is of no use. */
  isShort: boolean
  asking: boolean
  timer: NodeJS.Timeout | undefined
}

export function sharedPlaces(
  database: Pick<Database, 'inWorkspace'>,
  now: () => number,
  onError: (error: unknown) => void,
): Places {
  const worker = newId()
  const desks = new Map<string, Desk>()
  let isClosed = false

  function deskOf(place: AccountPlace): Desk {
    const key = accountKey(place)
    const desk: Desk = desks.get(key) ?? {
      ...{ place, gate: createGate(0), cap: 0, most: 0, granted: 0, held: 0 },
      ...{ until: 0, isShort: false, asking: false, timer: undefined },
    }
    desks.set(key, desk)
    return desk
  }

  /** Twice what it has use for now: the next ones need not wait. */
  const wantedBy = ({ cap, most, gate }: Desk) => Math.min(cap, most, 2 * (gate.inside() + gate.waiting()))

  const mayGrow = ({ cap, most, gate, granted, isShort }: Desk) =>
    gate.waiting() > 0 && !isShort && granted < Math.min(cap, most)

  async function renew(desk: Desk): Promise<void> {
    if (desk.asking || isClosed) return
    desk.asking = true
    clearTimeout(desk.timer)
    const { place, cap, gate } = desk
    const sent = now()
    // No call begins while the answer is on its way: the record must match the calls.
    const inside = gate.inside()
    gate.resize(inside)
    const wanted = wantedBy(desk)
    try {
      const wish = { account: place.account, worker, cap, wanted, held: desk.held, inside }
      desk.granted = await database.inWorkspace(place.workspace_id, (tx) => leasePlaces(tx, wish))
      desk.held = Math.max(desk.granted, inside)
      desk.isShort = desk.granted < wanted
      desk.until = sent + LEASE_MS
    } catch (error) {
      onError(error)
      desk.isShort = true
      if (now() > desk.until) desk.granted = 0
    }
    desk.asking = false
    gate.resize(desk.granted)
    const isIdle = gate.inside() === 0 && gate.waiting() === 0
    if (isIdle && desk.held === 0) return void desks.delete(accountKey(place))
    if (isClosed) return
    if (mayGrow(desk)) return renew(desk)
    const isSettled = gate.waiting() === 0 && desk.held === desk.granted
    desk.timer = setTimeout(() => void renew(desk), isSettled ? RENEW_MS : SHORT_MS)
    desk.timer.unref?.()
  }

  return {
    async close() {
      isClosed = true
      const all = [...desks.values()].filter(({ held }) => held > 0)
      for (const desk of desks.values()) clearTimeout(desk.timer)
      const last = ({ place, cap, held, gate }: Desk) => {
        const wish = { account: place.account, worker, cap, wanted: 0, held, inside: gate.inside() }
        return database.inWorkspace(place.workspace_id, (tx) => leasePlaces(tx, wish))
      }
      await Promise.all(all.map(last)).catch(onError)
    },
    enter(place, cap, most, signal) {
      const desk = deskOf(place)
      Object.assign(desk, { cap, most })
      const isOver = now() > desk.until
      if (isOver) desk.gate.resize(desk.gate.inside())
      const entering = desk.gate.enter(signal)
      if (isOver || mayGrow(desk)) void renew(desk)
      return entering
    },
  }
}

interface Wish {
  account: string
  worker: string
  cap: number
  wanted: number
  /** On record until now. */
  held: number
  /** Calls under way. */
  inside: number
}

const READ = {
  name: 'provider_places_read',
  text: `select places, wanted from provider_places
    where workspace_id = $1 and account = $2 and worker_id <> $3 and until > clock_timestamp()`,
}

const WRITE = {
  name: 'provider_places_write',
  text: `insert into provider_places (workspace_id, account, worker_id, places, wanted, until)
    values ($1, $2, $3, $4, $5, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond')
    on conflict (workspace_id, account, worker_id) do update set places = excluded.places, wanted = excluded.wanted, until = excluded.until`,
}

const SWEEP = {
  name: 'provider_places_sweep',
  text: `delete from provider_places where workspace_id = $1 and account = $2
    and (until <= clock_timestamp() or (worker_id = $3 and places = 0 and wanted = 0))`,
}

/** Renews the lease of one process: how many places it may fill from now on. */
export async function leasePlaces(tx: WorkspaceTx, wish: Wish): Promise<number> {
  const { account, worker, cap, wanted, held, inside } = wish
  const at = [tx.workspace_id, account]
  // Under one lock: what is read must be what is there when it is written.
  const [, { rows }] = await Promise.all([
    tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`places ${at.join(' ')}`]),
    tx.client.query({ ...READ, values: [...at, worker] }),
  ])
  const granted = grantPlaces(cap, { places: held, wanted }, rows as Holder[])
  await Promise.all([
    tx.client.query({ ...WRITE, values: [...at, worker, Math.max(granted, inside), wanted] }),
    tx.client.query({ ...SWEEP, values: [...at, worker] }),
  ])
  return granted
}
