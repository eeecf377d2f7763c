// Settles an uncertain line by hand, with the cost from the vendor's bill.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { settleLines } from './booking.commands.ts'
import type { NewLedgerLine } from './ledger.writes.ts'

/** @throws Refusal `not_found`, `conflict` when there is nothing to settle */
export async function settleLine(tx: WorkspaceTx, id: string, amountUsd: number): Promise<void> {
  const { rows } = isUuid(id)
    ? await tx.client.query<NewLedgerLine>(
        `select * from ledger_lines where workspace_id = $1 and ${inOrder('id', '$2')} for update`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  const line = rows[0]
  if (line ? line.state === 'reserved' : isUuid(id) && (await isUnderWay(tx, id)))
    refuse('conflict', 'This call is still under way; its cost is not open to be entered yet')
  if (!line) refuse('not_found', 'There is no such line in the ledger')
  if (line.state === 'settled' && line.basis !== 'entered')
    refuse('conflict', 'What this call cost is known already and cannot be entered')
  const amount_micro = microFromUsd(amountUsd)
  await settleLines(tx, [line], () => ({ state: 'settled', amount_micro, basis: 'entered' }))
  await audit(tx, {
    act: 'ledger.settled',
    object: { type: 'ledger_line', id: line.id, name: line.lookup },
    before: { state: line.state, amount_usd: line.amount_micro === null ? null : usdFromMicro(line.amount_micro) },
    after: { state: 'settled', amount_usd: amountUsd },
  })
}

async function isUnderWay(tx: WorkspaceTx, id: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from reservations where workspace_id = $1 and id = $2 and rule <> 'free'`,
    [tx.workspace_id, id],
  )
  return rowCount === 1
}
