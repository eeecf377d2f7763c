// Slots of accounts that allow only so many calls at once, shared by all processes: each process leases some, renews the lease while
// it uses them, and gives back what others are short of.
import { newId } from '../../kernel/ids.ts'
import { createSemaphore, type Semaphore } from '../../kernel/semaphore.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { accountKey, type ProviderAccount } from './rate-windows.ts'
import { grantSlots, type Holder } from './slots.logic.ts'

export interface SlotLeases {
  /** Gives back all slots; no calls may follow. */
  close(): Promise<void>
  /** Waits for one of the `cap` slots of an account; this process uses at most `most` of them. Call the returned function to release the slot. */
  acquire(account: ProviderAccount, cap: number, most: number, signal: AbortSignal): Promise<() => void>
}

/** Longer than a database is away for a moment; the slots of a process that died are free after it. */
const LEASE_MS = 10_000
const RENEW_MS = 1_000
/** While it has fewer than it wants. */
const SHORT_MS = 200

interface AccountLease {
  account: ProviderAccount
  semaphore: Semaphore
  cap: number
  most: number
  /** How many slots may be used, and how many are on record: those of calls that are still under way are among them. */
  granted: number
  held: number
  until: number
  /** It was given less than it wanted: asking again at once is of no use. */
  isShort: boolean
  asking: boolean
  timer: NodeJS.Timeout | undefined
}

export function createSlotLeases(
  database: Pick<Database, 'inWorkspace'>,
  now: () => number,
  onError: (error: unknown) => void,
): SlotLeases {
  const worker = newId()
  const leases = new Map<string, AccountLease>()
  let isClosed = false

  function leaseOf(account: ProviderAccount): AccountLease {
    const key = accountKey(account)
    const lease: AccountLease = leases.get(key) ?? {
      account,
      semaphore: createSemaphore(0),
      cap: 0,
      most: 0,
      granted: 0,
      held: 0,
      until: 0,
      isShort: false,
      asking: false,
      timer: undefined,
    }
    leases.set(key, lease)
    return lease
  }

  /** Twice what this process uses now: the next calls need not wait. */
  const wantedBy = ({ cap, most, semaphore }: AccountLease) =>
    Math.min(cap, most, 2 * (semaphore.inUse() + semaphore.waiting()))

  const mayGrow = ({ cap, most, semaphore, granted, isShort }: AccountLease) =>
    semaphore.waiting() > 0 && !isShort && granted < Math.min(cap, most)

  async function renew(lease: AccountLease): Promise<void> {
    if (lease.asking || isClosed) return
    lease.asking = true
    clearTimeout(lease.timer)
    const { account, cap, semaphore } = lease
    const sent = now()
    // No call begins while the answer is on its way: the record must match the calls.
    const inUse = semaphore.inUse()
    semaphore.resize(inUse)
    const wanted = wantedBy(lease)
    try {
      const request = { account: account.name, worker, cap, wanted, held: lease.held, inUse }
      lease.granted = await database.inWorkspace(account.workspace_id, (tx) => leaseSlots(tx, request))
      lease.held = Math.max(lease.granted, inUse)
      lease.isShort = lease.granted < wanted
      lease.until = sent + LEASE_MS
    } catch (error) {
      onError(error)
      lease.isShort = true
      if (now() > lease.until) lease.granted = 0
    }
    lease.asking = false
    semaphore.resize(lease.granted)
    const isIdle = semaphore.inUse() === 0 && semaphore.waiting() === 0
    if (isIdle && lease.held === 0) return void leases.delete(accountKey(account))
    if (isClosed) return
    if (mayGrow(lease)) return renew(lease)
    const isSettled = semaphore.waiting() === 0 && lease.held === lease.granted
    lease.timer = setTimeout(() => void renew(lease), isSettled ? RENEW_MS : SHORT_MS)
    lease.timer.unref?.()
  }

  return {
    async close() {
      isClosed = true
      const all = [...leases.values()].filter(({ held }) => held > 0)
      for (const lease of leases.values()) clearTimeout(lease.timer)
      const last = ({ account, cap, held, semaphore }: AccountLease) => {
        const request = { account: account.name, worker, cap, wanted: 0, held, inUse: semaphore.inUse() }
        return database.inWorkspace(account.workspace_id, (tx) => leaseSlots(tx, request))
      }
      await Promise.all(all.map(last)).catch(onError)
    },
    acquire(account, cap, most, signal) {
      const lease = leaseOf(account)
      Object.assign(lease, { cap, most })
      const isOver = now() > lease.until
      if (isOver) lease.semaphore.resize(lease.semaphore.inUse())
      const entering = lease.semaphore.acquire(signal)
      if (isOver || mayGrow(lease)) void renew(lease)
      return entering
    },
  }
}

interface LeaseRequest {
  account: string
  worker: string
  cap: number
  wanted: number
  /** On record until now. */
  held: number
  /** Calls under way. */
  inUse: number
}

const READ = {
  name: 'provider_places_read',
  text: `select places as slots, wanted from provider_places
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

/** Renews the lease of one process: how many slots it may use from now on. */
export async function leaseSlots(tx: WorkspaceTx, request: LeaseRequest): Promise<number> {
  const { account, worker, cap, wanted, held, inUse } = request
  const at = [tx.workspace_id, account]
  // Under one lock: what is read must still hold when it is written.
  const [, { rows }] = await Promise.all([
    hold(tx, `provider slots ${at.join(' ')}`),
    tx.client.query<Holder>({ ...READ, values: [...at, worker] }),
  ])
  const granted = grantSlots(cap, { slots: held, wanted }, rows)
  await Promise.all([
    tx.client.query({ ...WRITE, values: [...at, worker, Math.max(granted, inUse), wanted] }),
    tx.client.query({ ...SWEEP, values: [...at, worker] }),
  ])
  return granted
}
