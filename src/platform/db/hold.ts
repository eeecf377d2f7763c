// Advisory locks, for what no single row stands for: by name until a transaction ends, or of the installation by number. Only this file takes them.
import type pg from 'pg'
import type { SqlAsker } from './sql-client.ts'

/**
 * What a name is locked for, where one id is locked for several purposes. Processes of the version before run beside this one: a number stays
 * with its purpose.
 */
const PURPOSES = {
  any: 0,
  row_keys: 1,
  undo: 2,
  positions_between: 3,
  account_names: 4,
  lookups: 5,
  first_logins: 5,
  view_indexes: 11,
}
export type Purpose = keyof typeof PURPOSES

/** Locks of the installation, which belong to no workspace. Each has a number of its own. */
const INSTALLATION = {
  schema: 7_214_550_301,
  relay: 7_214_550_302,
  sweeps: 7_214_550_303,
  administrators: 7_214_550_304,
}
export type InstallationLock = keyof typeof INSTALLATION

/** A statement that locks until its transaction ends: it runs where the transaction keeps its other locks. */
export const LOCKS_BY_NAME = /\bpg_(try_)?advisory_xact_lock/i

/** The call that locks the name which an SQL expression gives, for a statement that does more than lock. */
export const lockCall = (expression: string, how: 'alone' | 'with others', purpose: Purpose = 'any'): string =>
  `pg_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(hashtextextended(${expression}, ${PURPOSES[purpose]}))`

const statement = (how: 'alone' | 'with others', name: string, purpose: Purpose): pg.QueryConfig => ({
  name: `hold_${how === 'alone' ? 'alone' : 'shared'}_${purpose}`,
  text: `select ${lockCall('$1', how, purpose)}`,
  values: [name],
})

/** Locks a name until the transaction ends; waits for another transaction that holds it. A name says what is locked, then its id. */
export async function hold(tx: { client: SqlAsker }, name: string, purpose: Purpose = 'any'): Promise<void> {
  await tx.client.query(statement('alone', name, purpose))
}

/** As {@link hold}, beside others that share the lock; {@link hold} waits for them all. */
export async function holdWithOthers(tx: { client: SqlAsker }, name: string, purpose: Purpose = 'any'): Promise<void> {
  await tx.client.query(statement('with others', name, purpose))
}

/** Holds a lock of the installation until the transaction ends. */
export async function holdInstallation(tx: { client: SqlAsker }, lock: InstallationLock): Promise<void> {
  await tx.client.query('select pg_advisory_xact_lock($1)', [INSTALLATION[lock]])
}

/** As {@link holdInstallation}; false, without waiting, when another transaction holds it. */
export async function tryInstallation(tx: { client: SqlAsker }, lock: InstallationLock): Promise<boolean> {
  return isHeld(tx.client, 'select pg_try_advisory_xact_lock($1) as held', lock)
}

/** Holds a lock of the installation until the connection ends, whatever transactions it makes meanwhile. */
export async function holdForSession(client: SqlAsker, lock: InstallationLock): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [INSTALLATION[lock]])
}

/** As {@link holdForSession}; false, without waiting, when another connection holds it. */
export async function tryForSession(client: SqlAsker, lock: InstallationLock): Promise<boolean> {
  return isHeld(client, 'select pg_try_advisory_lock($1) as held', lock)
}

/** Gives a lock of the connection up before that ends. */
export async function releaseForSession(client: SqlAsker, lock: InstallationLock): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [INSTALLATION[lock]])
}

async function isHeld(client: SqlAsker, text: string, lock: InstallationLock): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(text, [INSTALLATION[lock]])
  return rows[0]?.held === true
}
