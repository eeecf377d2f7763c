// Enters what a call really cost, from the vendor's bill.

import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { money } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { readAmount } from './budget.logic.ts'
import { settleLine } from './money.queries.ts'

export function SettleDialog({ line, onClose }: { line: Schemas['LedgerLine']; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { busy, submit, words } = useSubmit()
  const amount = readAmount(typed)

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
      <Field label="US dollars" hint="0 when it was not billed. Budgets count with it at once.">
        <Input
          inputMode="decimal"
          value={typed}
          className="max-w-36 tabular-nums"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
