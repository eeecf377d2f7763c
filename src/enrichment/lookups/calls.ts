// Makes a call: acquires a slot and the account's time, reserves, calls, and retries where that is safe. For a vendor with batch calls,
// questions that arrive together share one call; each is reserved and answered separately.
import type { Skip } from '../../engine/waterfall/facts.ts'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { Accounts } from '../../identity/accounts/accounts.reads.ts'
import type { SecretColumn } from '../../identity/secrets/secrets.reads.ts'
import { onAbort } from '../../kernel/alarms.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type CallResult, callLookup } from '../../providers/kit/call.ts'
import { callMany } from '../../providers/kit/call-many.ts'
import { type AnyLookup, type AskingCell, accountFormOf, type HttpLookup } from '../../providers/kit/kit.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import { withoutOutside } from '../../providers/kit/offline.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import type { RequestTrace, ResponseTrace } from '../../providers/kit/trace.ts'
import type { Health } from '../accounts/health.ts'
import type { Caller, ProviderLimits } from '../accounts/provider-limits.ts'
import { type Performance, timeoutFor } from '../performance/performance.schema.ts'
import { type CacheEntry, isAnswer } from './cache.reads.ts'
import type { CallClaim } from './cache.writes.ts'
import { meterCall } from './call-meter.ts'
import { SHORT_WAIT_MS, waitBeforeRetry } from './retries.logic.ts'
import { sleep } from './sleep.ts'

export interface LookupResult {
  outcome: Outcome
  /** No call was made, since the account is closed: skipped for this reason, or retried later. */
  unasked?: true
  skip?: Skip
  /** True when no call was made: the answer was in the cache or came with an equal call in progress. */
  cached: boolean
  /** What the vendor says it cost, in micro-USD. */
  charged_micro?: number
  started_at: Date
  duration_ms: number
  request?: RequestTrace
  response?: Partial<ResponseTrace> & { notes?: JsonObject }
  /** For an answer of the cache: when it was fetched. */
  fetched_at?: Date
  /** What an answer that is still to come is to be kept under. */
  cache_key?: string
  /** An answer to keep, to be written in the transaction that settles the attempt. */
  keep?: CacheEntry
}

export interface LookupQuestion {
  workspace_id: WorkspaceId
  lookup: AnyLookup
  values: JsonObject
  performance: Performance
  signal: AbortSignal
  /** Oldest answer of the cache that will do, in days; absent or null is any that is kept. */
  max_age_days?: number | null
  /** A test run: no request may leave this machine. */
  is_test?: boolean
  /** Where the vendor may bring the answer. */
  callback_url?: string
  /** The attempt, where it is stored: the key of what must not happen twice. */
  attempt_id?: string
  /** The column that calls: a secret may be limited to some columns. */
  asked_by?: AskingCell
  /**
   * Resolves once it is on record that a call that may be billed is about to be made, and the claim with it. Rejects with `Taken`
   * when another worker holds the claim, and with {@link NoRoomYet} where `isTogether` and only calls under way are in its way.
   */
  reserve: (claim?: CallClaim, isTogether?: boolean) => Promise<void>
  /** Hears that the call is about to be made; what is stopped before was never asked. Rejects where it must not be made any more. */
  begun?: () => void | Promise<void>
  /** Hears the answer before the next call takes its place. */
  heard?: (asked: LookupResult) => void
  /** Milliseconds that `reserve` takes, as of late: as many calls as that are got ready in advance. */
  record_ms?: number
}

/** A budget has no room for the call as long as others are under way: it must not keep those waiting that go together with it. */
export class NoRoomYet extends Error {
  override name = 'NoRoomYet'
}

/** Nothing of the cache will do, pages included. */
export const isForced = ({ max_age_days }: LookupQuestion) => max_age_days === 0

export interface Calls {
  /** Makes the call of a question when it may be made; `claim` goes on record with it. */
  call(question: LookupQuestion, claim?: CallClaim): Promise<LookupResult>
  /** Asks at once. */
  once(question: LookupQuestion, started: Date): Promise<LookupResult>
}

/** Questions that come within this go together. */
const GATHER_MS = 20

/** One question of a call, with the caller that waits for its answer. */
interface Member {
  question: LookupQuestion
  claim: CallClaim | undefined
  /** It is being recorded: a caller stopped meanwhile is answered afterwards. */
  reserving: Promise<unknown> | undefined
  settle: (asked: LookupResult) => void
  fail: (reason: unknown) => void
}

/** Questions that go in one call. */
interface Batch {
  members: Set<Member>
  /** Aborts when no caller waits any more; with a single caller, that is its own signal. */
  stop: AbortController | undefined
  signal: AbortSignal
  lead: Pick<LookupQuestion, 'workspace_id' | 'lookup' | 'performance' | 'record_ms'>
}

export function createCalls(parts: {
  toolsFor: (workspaceId: WorkspaceId, how?: { fresh: boolean }) => Tools
  accounts: Pick<Accounts, 'find'>
  limits: ProviderLimits
  health: Health
  now: () => Date
}): Calls {
  const { toolsFor, accounts, limits, health, now } = parts
  const tokens = createTokens()
  /** Batches that still take members. */
  const gathering = new Map<string, Batch>()

  function call(question: LookupQuestion, claim?: CallClaim): Promise<LookupResult> {
    const { lookup, workspace_id, performance, record_ms } = question
    const most = mostOf(lookup)
    const key = `${workspace_id} ${lookup.id}`
    const open = most > 1 ? gathering.get(key) : undefined
    if (open) return join(open, question, claim, () => open.members.size >= most && gathering.delete(key))
    const stop = most > 1 ? new AbortController() : undefined
    const batch: Batch = {
      members: new Set(),
      stop,
      signal: stop?.signal ?? question.signal,
      lead: { workspace_id, lookup, performance, ...(record_ms !== undefined && { record_ms }) },
    }
    const asked = join(batch, question, claim)
    const close = () => gathering.get(key) === batch && gathering.delete(key)
    if (most > 1) gathering.set(key, batch)
    makeIt(batch, most > 1 ? GATHER_MS : 0, close)
      .catch((error) => {
        for (const { fail } of batch.members) fail(error)
      })
      .finally(close)
    return asked
  }

  function join(
    { members, stop }: Batch,
    question: LookupQuestion,
    claim: CallClaim | undefined,
    joined: () => unknown = () => {},
  ): Promise<LookupResult> {
    const { signal } = question
    if (signal.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const done = () => {
        members.delete(member)
        forget()
      }
      const forget = onAbort(signal, () => {
        done()
        if (members.size === 0) stop?.abort(signal.reason)
        void Promise.resolve(member.reserving).finally(() => reject(signal.reason))
      })
      const member: Member = {
        question,
        claim,
        reserving: undefined,
        settle(asked) {
          done()
          resolve(asked)
        },
        fail(reason) {
          done()
          reject(reason)
        },
      }
      members.add(member)
      joined()
    })
  }

  async function makeIt(batch: Batch, gatherMs: number, close: () => void): Promise<void> {
    const { members, lead } = batch
    const caller = { ...lead, signal: batch.signal }
    if (gatherMs > 0) await sleep(gatherMs, caller.signal)
    for (let attempt = 0; members.size > 0; attempt++) {
      const asked = await attemptCall(batch, caller, attempt === 0, close)
      if (asked === undefined) return
      const wait = settleThose(asked, attempt)
      if (members.size === 0) return
      await sleep(wait, caller.signal)
      // The circuit closed meanwhile, so the present result is final.
      if (attempt > 0 && (await health.closedFor(lead))) for (const [{ settle }, each] of asked) settle(each)
    }
  }

  /** Makes the call when the limits of the account allow it; it is put on record shortly before. Undefined when no caller is left. */
  async function attemptCall(
    { members }: Batch,
    caller: Caller,
    isFirst: boolean,
    close: () => void,
  ): Promise<Map<Member, LookupResult> | undefined> {
    const release = await limits.acquire(caller, async () => {
      const closed = isFirst ? await closedAccount(caller) : undefined
      close()
      if (closed) for (const { settle } of members) settle(closed)
      await reserveAll(members)
      return members.size > 0
    })
    if (!release) return undefined
    try {
      await Promise.all([...members].map(beginMember))
      return members.size === 0 ? undefined : await askAll([...members], caller.signal)
    } finally {
      release()
    }
  }

  async function beginMember({ question, fail }: Member): Promise<void> {
    try {
      const begun = question.begun?.()
      if (begun) await begun
    } catch (error) {
      fail(error)
    }
  }

  /** Questions without a reservation join a later call, so that the others do not wait for money that their own end may release. */
  async function reserveAll(members: Set<Member>): Promise<void> {
    const crowded = new Set<Member>()
    await Promise.all([...members].map((member) => reserve(member, members.size > 1 ? crowded : undefined)))
    const [first] = crowded
    if (first && crowded.size === members.size) {
      crowded.delete(first)
      await reserve(first)
    }
    for (const member of crowded) askLater(members, member)
  }

  function reserve(member: Member, crowded?: Set<Member>): Promise<unknown> {
    member.reserving = member.question
      .reserve(member.claim, crowded !== undefined)
      .catch((error) => {
        if (crowded && error instanceof NoRoomYet) crowded.add(member)
        else member.fail(error)
      })
      .finally(() => {
        member.reserving = undefined
      })
    return member.reserving
  }

  function askLater(members: Set<Member>, member: Member): void {
    if (!members.delete(member)) return
    call(member.question, member.claim).then(member.settle, member.fail)
  }

  /** Settles calls with a final outcome; returns milliseconds until the others are repeated. */
  function settleThose(asked: ReadonlyMap<Member, LookupResult>, attempt: number): number {
    let longest = 0
    for (const [member, each] of asked) {
      const { lookup, performance, signal } = member.question
      const wait = waitBeforeRetry(each, lookup, attempt, performance.retry_passes, Math.random())
      if (wait === undefined || signal.aborted) member.settle(each)
      else longest = Math.max(longest, wait)
    }
    return longest
  }

  async function askAll(members: Member[], signal: AbortSignal): Promise<Map<Member, LookupResult>> {
    const questions = members.map(({ question }) => question)
    const [first] = questions
    if (!first) return new Map()
    const asked = questions.length === 1 ? [await once(first, now())] : await together(questions, signal)
    // The health of the account counts one outcome per call, an answer before a failure; never a refusal before anything was sent.
    const told = asked.find(({ outcome }) => isAnswer(outcome)) ?? asked[0]
    if (told && (told.request || !('act' in first.lookup))) health.heard(first, told.outcome)
    return new Map(
      members.map((member, index) => {
        const each = asked[index] as LookupResult
        member.question.heard?.(each)
        meterCall(member.question.lookup, each)
        return [member, each]
      }),
    )
  }

  /** The result for a call to a paused account; a short pause is waited for. */
  async function closedAccount(caller: Caller): Promise<LookupResult | undefined> {
    for (;;) {
      const closed = await health.closedFor(caller)
      if (!closed) return undefined
      const time = now().getTime()
      const left = closed.until === null ? null : Math.max(0, closed.until - time)
      if (closed.kind === 'throttled' && left !== null && left <= SHORT_WAIT_MS) {
        // Not all at the same moment.
        await sleep(left + Math.random() * 250, caller.signal)
        continue
      }
      const unasked = { cached: false, started_at: now(), duration_ms: 0 }
      if (closed.kind === 'throttled')
        return { ...unasked, outcome: { kind: 'later', retry_in_ms: left ?? 0 }, unasked: true }
      return {
        ...unasked,
        outcome: { kind: 'not_found' },
        unasked: true,
        skip: {
          reason: closed.reason === 'auth' || closed.reason === 'quota' ? closed.reason : 'circuit_open',
          detail: closed.detail,
          ...(left !== null && { retry_in_ms: left }),
        },
      }
    }
  }

  async function together(questions: LookupQuestion[], signal: AbortSignal): Promise<LookupResult[]> {
    const [first] = questions as [LookupQuestion]
    const { lookup, performance, workspace_id } = first
    const started = now()
    const account = await accountOf(lookup, workspace_id)
    const results = await callMany(
      lookup as HttpLookup,
      questions.map(({ values }) => values),
      toolsOf(first),
      signal,
      { timeout_ms: timeoutFor(lookup, performance), tokens, ...(account && { account }) },
    )
    return results.map((result) => askedOf(result, started))
  }

  async function once(question: LookupQuestion, started: Date): Promise<LookupResult> {
    const { lookup, values, performance, signal, workspace_id, callback_url, attempt_id, asked_by } = question
    // A made lookup may take several calls, and says itself how long that is worth; each has the time of one.
    const timeout_ms = 'act' in lookup ? lookup.timeout_ms : timeoutFor(lookup, performance)
    const account = await accountOf(lookup, workspace_id, asked_by)
    const result = await callLookup(lookup, values, toolsOf(question), signal, {
      timeout_ms,
      exchange_ms: timeoutFor(lookup, performance),
      tokens,
      ...(account && { account }),
      ...(callback_url !== undefined && { callback_url }),
      ...(attempt_id !== undefined && { attempt_id }),
      ...(asked_by && { asked_by }),
    })
    return askedOf(result, started)
  }

  function toolsOf(question: LookupQuestion): Tools {
    const tools = toolsFor(question.workspace_id, { fresh: isForced(question) })
    return question.is_test ? withoutOutside(tools) : tools
  }

  async function accountOf(lookup: AnyLookup, workspaceId: WorkspaceId, askedBy?: SecretColumn) {
    const form = accountFormOf(lookup)
    return form && accounts.find(workspaceId, form, askedBy)
  }

  function askedOf({ outcome, charged_usd, request, response, notes }: CallResult, started: Date): LookupResult {
    return {
      outcome,
      ...(charged_usd !== undefined && { charged_micro: Math.round(charged_usd * 1e6) }),
      cached: false,
      started_at: started,
      duration_ms: now().getTime() - started.getTime(),
      ...(request && { request }),
      ...((response || notes) && { response: { ...response, ...(notes && { notes }) } }),
    }
  }

  return { call, once }
}

const mostOf = (lookup: AnyLookup): number => ('ask' in lookup ? (lookup.many?.most ?? 1) : 1)
