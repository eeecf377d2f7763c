// Changing the master key while everything goes on: data keys are wrapped again in steps, what they seal is not touched.
import { refuse } from '../../kernel/errors.ts'
import type { Database } from '../db/database.ts'
import { oneRow } from '../db/sql-client.ts'
import { open, type SealingKey, seal } from './envelope.ts'
import { bridgePlace, type MasterState, reachableKeys, readMasterState, wrappingKey } from './master.ts'
import { wrapPlace } from './vault.ts'

export interface Rotation {
  /** Data keys wrapped again by this call. */
  rewrapped: number
  /** The new key is in use; processes with the old one go on until {@link finishRotation}. */
  current_id: string
}

const STEP = 200

/**
 * Makes `next` the master key in place of `current`, both 32 bytes. Processes started with either go on meanwhile and
 * afterwards. Safe to repeat after an interruption, with the same two keys. Ends with {@link finishRotation}, once every
 * process was started with the new key: until then the old key and the database together reveal the new one.
 * @throws Refusal `conflict` when `current` is not in use, or when an earlier change was not finished
 */
export async function rotateSecrets(
  database: Database,
  keys: { current: Buffer; next: Buffer },
  onStep: (rewrapped: number) => void = () => {},
): Promise<Rotation> {
  const [old, next] = [wrappingKey(keys.current), wrappingKey(keys.next)]
  if (old.id.equals(next.id)) refuse('conflict', 'The new master key is the one in use already')
  await beginRotation(database, old, next)
  let rewrapped = 0
  for (let step = STEP; step === STEP; ) {
    step = await rewrapSome(database, old, next)
    rewrapped += step
    if (step > 0) onStep(rewrapped)
  }
  // From here on nothing is wrapped with the old key, so the way back to it is not needed.
  await database.inControl((tx) =>
    tx.client.query('update master_key set previous_by_current = null, updated_at = now() where current_id = $1', [
      next.id,
    ]),
  )
  return { rewrapped, current_id: next.id.toString('hex') }
}

/**
 * Takes away what lets processes with the old master key go on: from now on only `current` opens anything.
 * @throws Refusal `conflict` when `current` is not in use, or data keys are still wrapped with the old one
 */
export async function finishRotation(database: Database, current: Buffer): Promise<void> {
  const key = wrappingKey(current)
  const left = await database.inSystem(async (tx) => {
    const { rows } = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from workspace_keys where master_id <> $1',
      [key.id],
    )
    return oneRow(rows).n
  })
  await database.inControl(async (tx) => {
    const state = await readMasterState(tx, 'for update')
    if (state && !state.current_id.equals(key.id)) refuse('conflict', 'This master key is not the one in use')
    if (left > 0) refuse('conflict', `${left} data keys are still wrapped with the old master key; rotate again first`)
    await tx.client.query(
      'update master_key set previous_id = null, current_by_previous = null, previous_by_current = null, updated_at = now()',
    )
  })
}

async function beginRotation(database: Database, old: SealingKey, next: SealingKey): Promise<void> {
  await database.inControl(async (tx) => {
    await tx.client.query('insert into master_key (current_id) values ($1) on conflict do nothing', [old.id])
    const state = (await readMasterState(tx, 'for update')) as MasterState
    if (state.current_id.equals(next.id) && state.previous_id?.equals(old.id)) return
    if (!state.current_id.equals(old.id)) refuse('conflict', 'The current master key is not the one in use')
    if (state.previous_id) refuse('conflict', 'The last change of the master key was not finished; finish it first')
    await tx.client.query(
      `update master_key set current_id = $1, previous_id = $2, current_by_previous = $3, previous_by_current = $4, updated_at = now()`,
      [next.id, old.id, seal(old, bridgePlace(next.id), next.secret), seal(next, bridgePlace(old.id), old.secret)],
    )
  })
}

/** Wraps up to a step of data keys again, in one transaction; returns how many. */
async function rewrapSome(database: Database, old: SealingKey, next: SealingKey): Promise<number> {
  return database.inSystem(async (tx) => {
    const { rows } = await tx.client.query<{ workspace_id: string; id: string; wrapped: Buffer }>(
      'select workspace_id, id, wrapped from workspace_keys where master_id = $1 order by workspace_id limit $2 for update',
      [old.id, STEP],
    )
    for (const { workspace_id, id, wrapped } of rows) {
      const place = wrapPlace(workspace_id, id)
      await tx.client.query(
        'update workspace_keys set wrapped = $3, master_id = $4 where workspace_id = $1 and id = $2',
        [workspace_id, id, seal(next, place, open(old, place, wrapped)), next.id],
      )
    }
    return rows.length
  })
}

/** The state of a master key rotation, for `doctor` and the command. */
export async function rotationState(
  database: Database,
  master: Buffer,
): Promise<{ in_use: boolean; unfinished: boolean; left: number }> {
  const own = wrappingKey(master)
  return database.inSystem(async (tx) => {
    const state = await readMasterState(tx)
    if (!state) return { in_use: true, unfinished: false, left: 0 }
    const { rows } = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from workspace_keys where master_id <> $1',
      [state.current_id],
    )
    return {
      in_use: reachableKeys(own, state).some(({ id }) => id.equals(state.current_id)),
      unfinished: state.previous_id !== null,
      left: oneRow(rows).n,
    }
  })
}
