// Opens a closed provider by hand: after it was fixed, or its plan was raised.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { openAgain, readClosed } from '../accounts/health.ts'

/** @throws Refusal `not_found` for an account that is not closed; `conflict` for one that asked to wait */
export async function askAgain(tx: WorkspaceTx, account: string): Promise<void> {
  const closed = (await readClosed(tx)).get(account)
  if (!closed) refuse('not_found', 'No provider of this name is closed in this workspace')
  if (closed.kind === 'throttled') refuse('conflict', 'It asked to wait, and is called again automatically after that')
  await openAgain(tx, account)
  await audit(tx, {
    act: 'provider.opened',
    object: { type: 'provider', id: account },
    before: { state: closed.kind, reason: closed.reason, detail: closed.detail },
    after: { state: 'well' },
  })
}
