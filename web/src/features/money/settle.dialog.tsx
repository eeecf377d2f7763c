// Enters what a call really cost, from the vendor's bill.

import type { Schemas } from '../../api/shapes.ts'
import { money } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { readAmount } from './budget.logic.ts'
import { settleLine } from './money.queries.ts'

const AMOUNT: FormField[] = [
  {
    name: 'amount_usd',
    kind: 'number',
    label: 'US dollars',
    hint: '0 when it was not billed. Budgets count with it at once.',
    isShort: true,
  },
]

export function SettleDialog({ line, onClose }: { line: Schemas['LedgerLine']; onClose: () => void }) {
  const { values, busy, submit, tied, words } = useForm({ amount_usd: '' })
  const amount = readAmount(values.amount_usd)

  async function save() {
    if (amount !== undefined && (await submit(() => settleLine(line.id, amount)))) onClose()
  }

  return (
    <FormDialog
      size="sm"
      title="What did this call cost?"
      about={
        line.state === 'uncertain'
          ? `No answer of ${line.lookup} arrived, so it counts with the most it can have cost, ${money(line.reserved_usd ?? 0)}. The vendor’s bill shows the real cost.`
          : `${line.lookup} was billed at a price that is not known here. The vendor’s bill says what it was.`
      }
      action="Enter"
      busy={busy}
      disabled={amount === undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={AMOUNT} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
