// The master key as it wraps data keys, and what the database knows of it: which one is current, and the way from one to the next.
import type { Tx } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { keyOf, open, type SealingKey } from './envelope.ts'
import { deriveKey } from './master-key.ts'

/** Wraps data keys. Its id tells nothing of the master key, and is the same wherever that key is configured. */
export function wrappingKey(master: Buffer): SealingKey {
  return {
    id: Buffer.from(deriveKey(master, 'id of the wrapping key')).subarray(0, 16),
    secret: deriveKey(master, 'wrapping of data keys'),
  }
}

/** The one row of `master_key`. */
export interface MasterState {
  current_id: Buffer
  previous_id: Buffer | null
  current_by_previous: Buffer | null
  previous_by_current: Buffer | null
}

const COLUMNS = 'current_id, previous_id, current_by_previous, previous_by_current'

/** Undefined before the first secret. `lock` holds it for the transaction: `share` keeps it from changing. */
export async function readMasterState(
  tx: { client: Pick<Tx['client'], 'query'> },
  lock: '' | 'for share' | 'for update' = '',
): Promise<MasterState | undefined> {
  const { rows } = await tx.client.query<MasterState>(`select ${COLUMNS} from master_key ${lock}`)
  return rows[0]
}

/** Where a master key lies while it is sealed under another one. */
export const bridgePlace = (id: Buffer) => ['master key', id.toString('hex')]

/** The wrapping keys that are within reach of `own`: itself, and the other one while the master key changes. */
export function reachableKeys(own: SealingKey, state: MasterState | undefined): SealingKey[] {
  const keys = [own]
  for (const [id, bridge] of [
    [state?.current_id, state?.current_by_previous],
    [state?.previous_id, state?.previous_by_current],
  ]) {
    if (id && bridge && keyOf(bridge).equals(own.id)) keys.push({ id, secret: open(own, bridgePlace(id), bridge) })
  }
  return keys
}

const RESTORE =
  'Start with the master key that was in use (MASTER_KEY, MASTER_KEY_FILE, or master.key in DATA_DIR). ' +
  'Nothing was changed. Without it the stored keys of integrations cannot be read, only be deleted.'

/** Stops a start that would not be able to read the secrets that are stored. */
export function refuseWrongMaster(own: SealingKey, state: MasterState | undefined): 'current' | 'previous' {
  if (!state || state.current_id.equals(own.id)) return 'current'
  if (reachableKeys(own, state).some(({ id }) => id.equals(state.current_id))) return 'previous'
  throw new StartError(`This is not the master key that the stored secrets are sealed with. ${RESTORE}`)
}

/** What to say when there are secrets and no master key at all. */
export const MISSING_MASTER = `The master key is missing, and the database holds secrets that are sealed with it. ${RESTORE}`
