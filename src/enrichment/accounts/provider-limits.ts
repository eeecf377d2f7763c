// The limits of provider accounts, kept by all processes together: how many calls are under way at once, and how they are spread over time.
import type { WorkspaceId } from '../../kernel/ids.ts'
import { createSemaphore, type Semaphore } from '../../kernel/semaphore.ts'
import type { Database } from '../../platform/db/database.ts'
import { createHostTurns } from '../../platform/net/host-turns.ts'
import type { AnyLookup } from '../../providers/kit/kit.ts'
import type { Performance } from '../performance/performance.schema.ts'
import { type Admission, createAdmission } from './admission.ts'
import { createRateLimiter, gapOf } from './rate-limiter.ts'
import { accountKey, localWindows, type ProviderAccount, sharedWindows } from './rate-windows.ts'
import { createSlotLeases } from './slot-leases.ts'

/** A call that is to be made. */
export interface Caller {
  workspace_id: WorkspaceId
  lookup: AnyLookup
  performance: Performance
  signal: AbortSignal
  /** Milliseconds that it takes to put a call on record; absent where that is not waited for. */
  record_ms?: number
}

export interface ProviderLimits {
  /**
   * Waits until the call may be made; call the answer when it is over. `prepare` runs shortly before, while slots are still in use by other
   * calls: it puts the call on record, and answers false when it is not to be made any more. Undefined then. Rejects with the signal's reason.
   */
  acquire(caller: Caller, prepare?: () => Promise<boolean>): Promise<(() => void) | undefined>
  /** Leaves the accounts to other processes; no calls may follow. */
  close(): Promise<void>
}

/** How early calls are prepared, in ms. It bounds the calls that a killed process leaves uncertain. */
const AHEAD_SECONDS = 0.25
const LONGEST_TURN_MS = 86_400_000

/** Without a database, the limits of a process that shares its accounts with no other. */
export function createProviderLimits(
  now: () => Date,
  database?: Database,
  onError: (error: unknown) => void = () => {},
): ProviderLimits {
  const admissions = new Map<string, Admission>()
  const preparing = new Map<string, Semaphore>()
  const time = () => now().getTime()
  const rates = createRateLimiter(database ? sharedWindows(database) : localWindows(time), time, onError)
  const openApis = createHostTurns(database ? { database, now } : { now })
  const leases = database && createSlotLeases(database, time, onError)

  function admissionOf(key: string, { lookup, performance, record_ms }: Caller): Admission {
    const most = performance.provider_workers
    const size = Math.min(most, lookup.limits.concurrency ?? most)
    const admission = admissions.get(key) ?? createAdmission(size, time)
    admissions.set(key, admission)
    admission.resize(size)
    if (record_ms !== undefined) admission.observeRecord(record_ms)
    return admission
  }

  /** With a rate, only the calls of the next moments prepare. */
  async function mayPrepare(key: string, { lookup, signal }: Caller): Promise<() => void> {
    const { per_second } = lookup.limits
    if (per_second === undefined) return () => {}
    const size = Math.ceil(per_second * AHEAD_SECONDS) + 1
    const semaphore = preparing.get(key) ?? createSemaphore(size)
    preparing.set(key, semaphore)
    semaphore.resize(size)
    return semaphore.acquire(signal)
  }

  /** Spreads the calls of all workspaces to an open API, which sees the whole install as one caller. */
  async function waitForTurn(provider: string, perSecond: number, signal: AbortSignal): Promise<void> {
    const turn = await openApis.enter({ host: provider, patience_ms: LONGEST_TURN_MS, signal })
    if ('leave' in turn) return turn.leave(new Date(time() + gapOf(perSecond)))
    signal.throwIfAborted()
    throw new Error(`No turn at ${provider} within a day`)
  }

  return {
    async acquire(caller, prepare) {
      const { lookup, performance, signal } = caller
      const { concurrency, per_second } = lookup.limits
      const account = accountOf(caller)
      const key = accountKey(account)
      const admission = admissionOf(key, caller)
      const held: (() => void)[] = []
      const release = () => {
        for (const each of held.splice(0).reverse()) each()
      }
      try {
        held.push(await admission.admit(signal))
        const prepared = await mayPrepare(key, caller)
        held.push(prepared)
        if (prepare && !(await prepare())) {
          release()
          return undefined
        }
        // Pages belong to many sites, not to one account: their number is limited in this process only.
        const shared =
          leases && concurrency !== undefined && !('visit' in lookup)
            ? () => leases.acquire(account, concurrency, performance.provider_workers, signal)
            : undefined
        held.push(await admission.acquire(signal, shared))
        if (per_second !== undefined) {
          await rates.wait(account, per_second, signal).finally(prepared)
          if (isOpenApi(lookup)) await waitForTurn(lookup.provider, per_second, signal)
        }
        return release
      } catch (error) {
        release()
        throw error
      }
    },
    async close() {
      await Promise.all([rates.close(), leases?.close()])
    },
  }
}

/** Asked without anybody's key. */
const isOpenApi = (lookup: AnyLookup) =>
  lookup.keyless && ('visit' in lookup || ('ask' in lookup && lookup.integration === undefined))

/** A workspace has one account with a provider, whichever of its lookups is called. */
function accountOf({ workspace_id, lookup }: Caller): ProviderAccount {
  return { workspace_id, name: lookup.provider }
}
