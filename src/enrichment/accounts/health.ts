// The health of provider accounts: which are paused, shared by all processes, and tried again by one of them.
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import { SECRETS } from '../../identity/secrets/secrets.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { emit } from '../../platform/events/event.ts'
import { type AnyLookup, accountFormOf, integrationOf } from '../../providers/kit/kit.ts'
import { OWN_PREFIX } from '../../records/own-providers/own-provider.logic.ts'
import { providerClosed, providerOpened } from '../enrichment.events.ts'
import { type AccountClosure, afterCall, type Circuit, WELL } from './circuit-breaker.logic.ts'

/** The account and the workspace of a call. */
export interface Callee {
  workspace_id: WorkspaceId
  lookup: AnyLookup
}

export interface Health {
  /** Why the account must not be called now; undefined when it may be. One of many callers gets to try it again. */
  closedFor(callee: Callee): Promise<AccountClosure | undefined>
  heard(callee: Callee, outcome: Outcome): void
  /** Another process learned something: it is read before the next call. */
  wake(): void
}

/** Notified when an account closes, so that other processes know before their next call. */
export const HEALTH_CHANNEL = 'millrace_health'

const KNOWN_MS = 5_000
const TRIAL_SECONDS = 60
/** Not the database for each request to wait: one that adds less than this to what was told is not worth it. */
const WORTH_TELLING_MS = 300

/** The account that a lookup is called with; undefined where each call goes to another host, as for web pages. */
export function accountNameOf(lookup: AnyLookup): string | undefined {
  if ('act' in lookup) return lookup.listed === 'one_host' ? lookup.provider : undefined
  return 'ask' in lookup ? (integrationOf(lookup)?.id ?? lookup.provider) : undefined
}

/** What users call the account: its vendor; a lookup without one, and a provider of the workspace, by its own name. */
const labelOf = (lookup: AnyLookup): string =>
  ('act' in lookup ? undefined : accountFormOf(lookup)?.name) ?? lookup.label

export function createHealth(
  database: Pick<Database, 'inWorkspace'> | undefined,
  now: () => Date,
  onError: (error: unknown) => void = () => {},
): Health {
  const circuits = new Map<string, Circuit>()
  const trying = new Map<string, number>()
  const known = new Map<WorkspaceId, { at: number; reading: Promise<void> }>()
  const telling = new Map<string, Promise<void>>()
  /** Counts what happens here, to tell which of a reading and a change was first. */
  let turn = 0
  const changed = new Map<string, number>()
  const place = (workspaceId: WorkspaceId, account: string) => `${workspaceId} ${account}`

  /** Reads what other processes have found: at intervals, and before the first call. */
  async function refresh(workspaceId: WorkspaceId, time: number): Promise<void> {
    const last = known.get(workspaceId)
    if (!database || (last && time - last.at < KNOWN_MS)) return last?.reading
    const began = ++turn
    const reading = database
      .inWorkspace(workspaceId, readClosed)
      .then((closed) => takeOver(workspaceId, closed, began))
      .catch(onError)
    known.set(workspaceId, { at: time, reading })
    if (!last) await reading
  }

  function takeOver(workspaceId: WorkspaceId, closed: Map<string, AccountClosure>, began: number) {
    // What was read before this process found out better, or had it on record, is old.
    const isOlder = (at: string) => telling.has(at) || (changed.get(at) ?? 0) > began
    for (const [account, each] of closed) {
      const at = place(workspaceId, account)
      const mine = circuits.get(at)
      const isNews =
        !mine?.closed ||
        (mine.closed.kind === 'throttled' && (mine.closed.until ?? 0) < (each.until ?? Number.POSITIVE_INFINITY))
      if (isNews && !isOlder(at)) circuits.set(at, { ...(mine ?? WELL), closed: each })
    }
    // Another process closed the circuit, or the key changed.
    for (const [at, circuit] of circuits) {
      const [workspace, account = ''] = at.split(' ')
      const isGone = circuit.closed?.kind === 'circuit_open' && workspace === workspaceId && !closed.has(account)
      if (isGone && !isOlder(at)) circuits.set(at, WELL)
    }
  }
  const told = new Map<string, number>()

  /** Whether others are to know: every opening of the circuit, and of pauses those that add something. */
  function isWorth(at: string, { kind, until }: AccountClosure, time: number): boolean {
    if (kind === 'circuit_open') return true
    const known = Math.max(told.get(at) ?? 0, time)
    if ((until ?? 0) - known < WORTH_TELLING_MS) return false
    told.set(at, until ?? 0)
    return true
  }

  /** One after the other, so that what was found out last is what stays on record. */
  function tell(workspaceId: WorkspaceId, account: string, work: (tx: WorkspaceTx) => Promise<void>) {
    if (!database) return
    const at = place(workspaceId, account)
    const told = (telling.get(at) ?? Promise.resolve())
      .then(() => database.inWorkspace(workspaceId, work))
      .catch(onError)
      .finally(() => {
        if (telling.get(at) === told) telling.delete(at)
        changed.set(at, ++turn)
      })
    telling.set(at, told)
  }

  return {
    async closedFor({ workspace_id, lookup }) {
      const account = accountNameOf(lookup)
      if (account === undefined) return undefined
      const time = now().getTime()
      await refresh(workspace_id, time)
      const at = place(workspace_id, account)
      const closed = circuits.get(at)?.closed
      if (!closed) return undefined
      if (closed.kind === 'throttled') return (closed.until ?? 0) > time ? closed : undefined
      if (closed.until === null || closed.until > time) return closed
      // Half open: one call shows whether it is well again, of all processes.
      if ((trying.get(at) ?? 0) > time) return { ...closed, until: time + KNOWN_MS }
      trying.set(at, time + TRIAL_SECONDS * 1000)
      const isMine =
        !database || (await database.inWorkspace(workspace_id, (tx) => claimTrial(tx, account)).catch(() => true))
      return isMine ? undefined : { ...closed, until: time + KNOWN_MS }
    },
    heard({ workspace_id, lookup }, outcome) {
      const account = accountNameOf(lookup)
      if (account === undefined) return
      const at = place(workspace_id, account)
      const before = circuits.get(at) ?? WELL
      // Keyless calls have no key that could be refused: a page may be.
      const hasKey = accountFormOf(lookup) !== undefined
      if (outcome.kind === 'failed' && outcome.class === 'auth' && !hasKey) return
      const time = now().getTime()
      const after = afterCall(before, outcome, time)
      if (after === before) return
      if (after === WELL) circuits.delete(at)
      else circuits.set(at, after)
      trying.delete(at)
      changed.set(at, ++turn)
      const { closed } = after
      if (closed && closed !== before.closed) {
        if (isWorth(at, closed, time))
          tell(workspace_id, account, (tx) => close(tx, { account, label: labelOf(lookup) }, closed))
      } else if (!closed && before.closed?.kind === 'circuit_open')
        tell(workspace_id, account, (tx) => openAgain(tx, account))
    },
    wake() {
      known.clear()
    },
  }
}

async function claimTrial(tx: WorkspaceTx, account: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ mine: boolean }>(
    `with mine as (
       update provider_health set trial_until = now() + interval '${TRIAL_SECONDS} seconds'
       where workspace_id = $1 and account = $2 and (trial_until is null or trial_until <= now()) returning 1)
     select exists (select from mine) or not exists (
       select from provider_health where workspace_id = $1 and account = $2) as mine`,
    [tx.workspace_id, account],
  )
  return oneRow(rows).mine
}

async function close(
  tx: WorkspaceTx,
  { account, label }: { account: string; label: string },
  { kind, reason, detail, until, trials }: AccountClosure,
): Promise<void> {
  const ends = until === null ? null : new Date(until)
  await tx.client.query(
    `insert into provider_health (workspace_id, account, kind, reason, detail, until, trials) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (workspace_id, account) do update set kind = excluded.kind, reason = excluded.reason, detail = excluded.detail,
        until = excluded.until, trials = excluded.trials, opened_at = now(), trial_until = null`,
    [tx.workspace_id, account, kind, reason, detail, ends, trials],
  )
  tx.wakes.add(HEALTH_CHANNEL)
  if (kind === 'circuit_open')
    await emit(tx, providerClosed, { account, label, reason, detail, until: ends?.toISOString() ?? null })
}

/** From now on it is called; every other process reads this at its next look. */
export async function openAgain(tx: WorkspaceTx, account: string): Promise<void> {
  const { rowCount } = await tx.client.query('delete from provider_health where workspace_id = $1 and account = $2', [
    tx.workspace_id,
    account,
  ])
  if (rowCount !== 1) return
  tx.wakes.add(HEALTH_CHANNEL)
  await emit(tx, providerOpened, { account })
}

/** With the moment it was closed, in milliseconds since the epoch. */
export interface ClosedSince extends AccountClosure {
  since: number
}

/** The accounts that are closed, by name. One whose key was entered again since is not. */
interface ClosedRow extends Omit<AccountClosure, 'until'> {
  account: string
  until: Date | null
  opened_at: Date
}

export async function readClosed(tx: WorkspaceTx): Promise<Map<string, ClosedSince>> {
  const { rows } = await tx.client.query<ClosedRow>(
    `select h.account, h.kind, h.reason, h.detail, h.until, h.trials, h.opened_at from provider_health h
      where h.workspace_id = $1 and (h.kind = 'circuit_open' or h.until > now()) and not exists (select 1 from integration_values v
        where v.workspace_id = $1 and v.updated_at > h.opened_at
          and v.integration_id = case when h.account like $2 then $3 else h.account end)`,
    // A provider of the workspace takes a secret of it.
    [tx.workspace_id, `${OWN_PREFIX}%`, SECRETS],
  )
  return new Map(
    rows.map(({ account, kind, reason, detail, until, trials, opened_at }) => [
      account,
      { kind, reason, detail, until: until?.getTime() ?? null, trials, since: opened_at.getTime() },
    ]),
  )
}
