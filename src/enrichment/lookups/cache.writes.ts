// Writing to the workspace's cache: answers, promises of answers, and claims, so that one worker makes the call for each question.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { CacheEntry } from './cache.reads.ts'

/** Marks that a call for the question is about to be made and may be billed. */
export interface CallClaim {
  key: string
  /** The provider of the lookup. */
  provider: string
  /** When the answer was given that does not do; null where none is known. A claim does not pass an answer that is newer. */
  passes: Date | 'any' | null
}

/** Another worker is asking the same, has asked meanwhile, or was promised the answer: the call must not be made. */
export class QuestionTaken extends Error {
  override name = 'QuestionTaken'
}

/** How long a claim counts without a check of its attempt, because the reader may not see an attempt written after its snapshot. */
const FRESH = `interval '10 seconds'`
/** The longest life of a claim whose attempt is never settled. */
const LONGEST = `interval '10 minutes'`

const IS_ANSWER = `c.outcome->>'kind' <> 'pending' and c.expires_at > now()`
const IS_ASKED = `c.asked_by is not null and c.asked_by <> excluded.asked_by
    and (coalesce(c.asked_at, '-infinity') > clock_timestamp() - ${FRESH}
      or (coalesce(c.asked_at, '-infinity') > clock_timestamp() - ${LONGEST} and exists (
        select from reservations where workspace_id = $1 and id = c.asked_by
        union all select from attempts where workspace_id = $1 and id = c.asked_by and state = 'reserved'))
      or exists (select from awaited_answers where workspace_id = $1 and id = c.asked_by and state = 'open'))`
const put = (column: string) =>
  `${column} = case when excluded.asked_at is not null and ${IS_ANSWER} then c.${column} else excluded.${column} end`

// Answers and claims in one statement and one order, so that no two groups wait for each other. What is claimed is a promise until
// it is answered; an answer that was there stays until the new one comes. `fetched_at` of a claim is how old an answer it passes.
const WRITE = {
  name: 'lookup_cache_write',
  text: `insert into lookup_cache as c (workspace_id, key, provider, outcome, fetched_at, expires_at, asked_by, asked_at)
    select distinct on (g.key) $1::uuid, decode(g.key, 'hex'), g.provider, g.outcome, g.fetched_at,
      coalesce(g.expires_at, now() + ${LONGEST}), g.asked_by, case when g.expires_at is null then clock_timestamp() end
    from jsonb_to_recordset($2::jsonb) g (key text, provider text, outcome jsonb, fetched_at timestamptz, expires_at timestamptz,
      asked_by uuid)
    order by g.key, g.expires_at is null, g.fetched_at desc
    on conflict (workspace_id, key) do update set ${['provider', 'outcome', 'fetched_at', 'expires_at'].map(put).join(', ')},
      asked_by = excluded.asked_by, asked_at = excluded.asked_at
      where excluded.asked_at is null or not (${IS_ASKED} or (${IS_ANSWER} and c.fetched_at > excluded.fetched_at))
    returning asked_by`,
}

/** Writes answers and promises, and lays claim to what attempts are about to ask. Returns the attempts that must not. */
export async function writeCache(
  tx: WorkspaceTx,
  entries: readonly CacheEntry[],
  claims: readonly (CallClaim & { attempt_id: string })[] = [],
): Promise<Set<string>> {
  if (entries.length === 0 && claims.length === 0) return new Set()
  const given = [
    ...entries.map((entry) => ({ ...entry, asked_by: promisedTo(entry) })),
    ...claims.map(({ key, provider, passes, attempt_id }) => ({
      key,
      provider,
      asked_by: attempt_id,
      outcome: { kind: 'pending', attempt_id },
      fetched_at: passes === 'any' ? 'infinity' : (passes ?? '-infinity'),
    })),
  ]
  const { rows } = await tx.client.query<{ asked_by: string | null }>({
    ...WRITE,
    values: [tx.workspace_id, JSON.stringify(given)],
  })
  const got = new Set(rows.map((row) => row.asked_by))
  return new Set(claims.flatMap(({ attempt_id }) => (got.has(attempt_id) ? [] : [attempt_id])))
}

const promisedTo = ({ outcome }: CacheEntry) => (outcome.kind === 'pending' ? outcome.attempt_id : null)

const DROP_CLAIMS = {
  name: 'lookup_cache_drop_claims',
  text: `with gone as (
      delete from lookup_cache where workspace_id = $1 and key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))
        and asked_by = any($3::uuid[]) and asked_at is not null and outcome->>'kind' = 'pending')
    update lookup_cache set asked_by = null, asked_at = null
      where workspace_id = $1 and key = any(array(select decode(k, 'hex') from unnest($2::text[]) k))
        and asked_by = any($3::uuid[]) and asked_at is not null and outcome->>'kind' <> 'pending'`,
}

/** Gives claims of attempts back that no answer came of. */
export async function dropClaims(tx: WorkspaceTx, claims: readonly { key: string; attempt_id: string }[]) {
  if (claims.length === 0) return
  const keys = claims.map(({ key }) => key)
  const attempts = claims.map(({ attempt_id }) => attempt_id)
  await tx.client.query({ ...DROP_CLAIMS, values: [tx.workspace_id, keys, attempts] })
}

/** Forgets that answers are on their way. */
export async function dropPromises(tx: WorkspaceTx, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.client.query(
    `delete from lookup_cache where workspace_id = $1 and key in (select decode(k, 'hex') from unnest($2::text[]) k)
      and outcome->>'kind' = 'pending'`,
    [tx.workspace_id, keys],
  )
}
