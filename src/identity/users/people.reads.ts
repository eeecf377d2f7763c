// What the guard must know about a person, kept for moments and forgotten as soon as it changes anywhere.
//
// A trigger on users, memberships and logins notifies all processes in the transaction of each change. So
// what was revoked is refused in the process that did it from its answer on, and in others from when the notice has come,
// which takes milliseconds. A process that is cut off from notices asks the database each time; a notice that is lost without a
// trace is made up for within `KEEP_MS`.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceRole } from '../../platform/ctx.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { readUser, type User } from './users.reads.ts'

export interface Person {
  id: number
  username: string
  is_admin: boolean
  is_active: boolean
  token_version: number
  active_workspace_id: WorkspaceId | null
  memberships: Map<WorkspaceId, WorkspaceRole>
  /** Those of them that take no login by a password alone. */
  guarded: Set<WorkspaceId>
  /** Logins by password ask for a code, too. */
  has_totp: boolean
  /** Logins that are neither ended nor revoked. */
  families: Set<string>
  /** Those of them that were begun without a password: by a passkey or an identity provider. */
  without_password: Set<string>
  /** As people see themselves. */
  user: User
}

export const PEOPLE_CHANNEL = 'millrace_people'
// Notices come within milliseconds; this only bounds what one that was lost without a trace can cost.
const KEEP_MS = 5_000

/** Drops the cached user in all processes, after a change of a table that has no trigger for it. */
export async function forgetCachedPerson(tx: Tx, userId: number): Promise<void> {
  await tx.client.query('select pg_notify($1, $2)', [PEOPLE_CHANNEL, String(userId)])
}

export interface People {
  /** The person as of now, or as cached when `family` is already known there. */
  find(userId: number, family: string, now: Date): Promise<Person | undefined>
  /** The person as of now, without the cache. */
  refresh(userId: number, now: Date): Promise<Person | undefined>
  forget(userId: number): void
  forgetAll(): void
  /** Whether notices of changes made elsewhere arrive. Without them nothing is kept; so it is until told otherwise. */
  hears(isHearing: boolean): void
  /** Calls back whenever the person is forgotten. Returns the end of that. */
  onChange(userId: number, changed: () => void): () => void
}

export function people(database: Database): People {
  const known = new Map<number, { person: Promise<Person | undefined>; until: number }>()
  const watchers = new Map<number, Set<() => void>>()
  let hearing = false
  const load = (userId: number, now: Date) => {
    const person = database.inControl((tx) => readPerson(tx, userId))
    if (!hearing) return person
    const entry = { person, until: now.getTime() + KEEP_MS }
    known.set(userId, entry)
    person.catch(() => known.get(userId) === entry && known.delete(userId))
    if (known.size > 10_000) known.delete(known.keys().next().value as number)
    return person
  }
  return {
    async find(userId, family, now) {
      const entry = known.get(userId)
      if (entry && entry.until > now.getTime()) {
        const person = await entry.person
        if (person?.families.has(family)) return person
      }
      // An unknown family may be a login of a moment ago in another process: the database decides.
      return load(userId, now)
    },
    refresh: load,
    forget(userId) {
      known.delete(userId)
      for (const changed of [...(watchers.get(userId) ?? [])]) changed()
    },
    forgetAll() {
      known.clear()
      for (const changed of [...watchers.values()].flatMap((some) => [...some])) changed()
    },
    hears(isHearing) {
      hearing = isHearing
      known.clear()
    },
    onChange(userId, changed) {
      const those = watchers.get(userId) ?? new Set()
      watchers.set(userId, those.add(changed))
      return () => {
        those.delete(changed)
        if (those.size === 0) watchers.delete(userId)
      }
    },
  }
}

interface PersonRow extends Omit<Person, 'memberships' | 'guarded' | 'families' | 'without_password' | 'user'> {
  /** Each with whether it takes no login by a password alone. */
  memberships: [WorkspaceId, WorkspaceRole, boolean][]
  /** Each with how it was begun. */
  families: [id: string, method: string][]
}

async function readPerson(tx: Tx, userId: number): Promise<Person | undefined> {
  const looked = tx.client.query<PersonRow>({
    name: 'person',
    text: `select u.id, u.username, u.role = 'admin' as is_admin, u.is_active, u.token_version, u.active_workspace_id,
        (select coalesce(json_agg(json_build_array(m.workspace_id, m.role, w.second_factor_required) order by m.created_at), '[]') from (select * from memberships where ${inOrder('user_id', 'u.id')} offset 0) m join workspaces w on w.id = m.workspace_id and w.deleted_at is null) as memberships,
        exists (select from user_totp t where t.user_id = u.id and t.confirmed_at is not null) as has_totp,
        (select coalesce(json_agg(json_build_array(f.id, f.method)), '[]') from session_families f where f.user_id = u.id and f.revoked_at is null and f.expires_at > now()) as families
      from users u where u.id = $1`,
    values: [userId],
  })
  // In one message.
  const [{ rows }, user] = await Promise.all([looked, readUser(tx, userId)])
  const row = rows[0]
  if (!row || !user) return undefined
  const { memberships, families } = row
  return {
    ...row,
    user,
    memberships: new Map(memberships.map(([id, role]) => [id, role])),
    guarded: new Set(memberships.flatMap(([id, , isGuarded]) => (isGuarded ? [id] : []))),
    families: new Set(families.map(([id]) => id)),
    without_password: new Set(families.flatMap(([id, method]) => (method === 'password' ? [] : [id]))),
  }
}
