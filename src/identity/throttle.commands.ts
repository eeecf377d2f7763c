// Slows down the guessing of passwords, exactly across processes, without letting strangers lock a user out.
//
// Failed logins fill leaky buckets in the database: one per account and network, one per network, and one per account
// for networks without an earlier login to it. Once that last one is full, a network unknown to the account
// still has a few tries of its own, so its owner gets in from anywhere while thousands of strangers try; from networks
// the account was used from, its bucket does not count at all. A try is poured in before the password is looked at and
// taken out again when it was right, so that many at once are no way around; unknown names fill the same buckets.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { Refusal, refuse } from '../kernel/errors.ts'
import { auditInstall } from '../platform/audit/audit.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { type BucketRule, emptyBucket, fillBucket, releaseCall } from '../platform/limits/counters.ts'

const PAIR = { name: 'pair', burst: 10, seconds: 60 }
const NETWORK = { name: 'network', burst: 100, seconds: 6 }
const ACCOUNT = { name: 'account', burst: 50, seconds: 60 }
const STRANGER = { name: 'stranger', burst: 3, seconds: 1200 }
type Rule = BucketRule & { name: string }

/** Tries for one account and network that are looked at together in one process; more wait their turn. */
const LANES = 4
const MAX_WAITING = 200

export interface Knocker {
  account: string
  ip: string
  request_id: string
  /** What is guessed at, where it is not the password: counted apart, so that a right password wins no guesses. */
  purpose?: string
}

export interface LoginThrottle {
  /** Runs a check of credentials that answers undefined when they are wrong. Refuses with 429 after too many wrong ones. */
  guard<T>(who: Knocker, now: Date, check: () => Promise<T | undefined>): Promise<T | undefined>
}

export function loginThrottle(database: Database): LoginThrottle {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>()

  async function inLane<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(name) ?? { running: 0, waiting: [] }
    lanes.set(name, lane)
    if (lane.running < LANES) lane.running++
    else if (lane.waiting.length >= MAX_WAITING) tooMany(1)
    else await new Promise<void>((go) => lane.waiting.push(go))
    try {
      return await work()
    } finally {
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(name)
    }
  }

  // A lock is one line in the audit log, not one for each try against it.
  const told = new Map<string, number>()
  async function recordLock(
    { rule, seconds }: Locked,
    { name, network, ip, request_id }: { name: string; network: string; ip: string; request_id: string },
    now: Date,
  ): Promise<void> {
    const isAboutAll = rule === NETWORK
    const key = isAboutAll ? network : `${name}\0${network}`
    if ((told.get(key) ?? 0) > now.getTime()) return
    if (told.size > 10_000) told.clear()
    told.set(key, now.getTime() + seconds * 1000)
    await database.inControl(async (tx) => {
      const { rows } = await tx.client.query<{ id: number; username: string }>(
        'select id, username from users where lower(username) = lower($1)',
        [name],
      )
      const object = isAboutAll
        ? { type: 'network', id: network }
        : { type: 'user', ...rows[0], name: rows[0]?.username }
      const actor = { kind: 'stranger', user_id: null, name: 'stranger', token_id: null, ip, request_id } as const
      await auditInstall(tx, { act: 'login.locked', object, after: { seconds } }, actor)
    })
  }

  return {
    async guard({ account, ip, request_id, purpose = '' }, now, check) {
      const network = networkOf(ip)
      const name = account.normalize('NFC').toLowerCase()
      return inLane(`${name}\0${network}\0${purpose}`, async () => {
        const taken = await database
          .inControl((tx) => take(tx, name, network, now, purpose))
          .catch(async (error) => {
            if (error instanceof Locked) await recordLock(error, { name, network, ip, request_id }, now)
            throw error
          })
        const giveBack = (isRight: boolean) => database.inControl((tx) => putBack(tx, taken, isRight))
        let result: Awaited<ReturnType<typeof check>>
        try {
          result = await check()
        } catch (error) {
          // Not the caller's fault, unless it is a refusal like any other wrong try.
          if (!(error instanceof Refusal)) await giveBack(false)
          throw error
        }
        if (result !== undefined) await giveBack(true)
        return result
      })
    },
  }
}

/** The address, or for IPv6 the /64 that one subscriber has: there an address costs nothing. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const [front, back] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const groups = [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

interface Taken {
  key: string
  rule: Rule
}

async function take(tx: Tx, account: string, network: string, now: Date, purpose: string): Promise<Taken[]> {
  const taken: Taken[] = []
  const pour = async (rule: Rule, ...parts: string[]) => {
    // Hashed, since people type passwords into the field for the name.
    const hash = createHash('sha256').update([...parts, ...(purpose && rule !== NETWORK ? [purpose] : [])].join('\0'))
    const key = `login-${rule.name} ${hash.digest('base64url')}`
    const wait = await fillBucket(tx, key, rule, now)
    if (wait === 0) taken.push({ key, rule })
    return wait
  }
  // Always in this order, so that two logins never wait for each other; a refusal takes all back.
  const wait = (await pour(PAIR, account, network)) || (await pour(NETWORK, network))
  if (wait > 0) throw new Locked(taken.length > 0 ? NETWORK : PAIR, wait)
  if (!(await isKnownThere(tx, account, network)) && (await pour(ACCOUNT, account)) > 0) {
    const last = await pour(STRANGER, account, network)
    if (last > 0) throw new Locked(STRANGER, last)
  }
  return taken
}

async function putBack(tx: Tx, taken: Taken[], isRight: boolean): Promise<void> {
  for (const { key, rule } of taken) {
    // A correct password clears the failures from that place.
    if (isRight && (rule === PAIR || rule === STRANGER)) await emptyBucket(tx, key)
    else await releaseCall(tx, key, rule)
  }
}

async function isKnownThere(tx: Tx, account: string, network: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ ip: string }>(
    `select distinct f.ip from session_families f join users u on u.id = f.user_id
     where lower(u.username) = lower($1) and f.ip is not null limit 1000`,
    [account],
  )
  return rows.some(({ ip }) => networkOf(ip) === network)
}

const TOO_MANY = 'Too many failed logins, try again later'

function tooMany(seconds: number): never {
  return refuse('rate_limited', TOO_MANY, { retryAfter: seconds })
}

class Locked extends Refusal {
  readonly rule: Rule
  readonly seconds: number
  constructor(rule: Rule, seconds: number) {
    super('rate_limited', TOO_MANY, { retryAfter: seconds })
    this.rule = rule
    this.seconds = seconds
  }
}
