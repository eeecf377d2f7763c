// What the workspace really pays for a lookup; the catalog's price stands beside it, to go back to.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readAmount } from './budget.logic.ts'
import { putPrice } from './money.queries.ts'
import { ruleWords } from './price.logic.ts'

type Price = Schemas['LookupPrice']

interface Props {
  lookup: { id: string; label: string }
  onClose: () => void
}

export function PriceDialog({ lookup, onClose }: Props) {
  const price = useQuery({
    queryKey: [...keys.providers(), 'price', lookup.id],
    queryFn: () =>
      take(api.GET('/api/settings/providers/{provider_id}/price', { params: { path: { provider_id: lookup.id } } })),
    staleTime: 0,
    gcTime: 0,
  })
  return price.data ? (
    <PriceForm lookup={lookup} price={price.data} onClose={onClose} />
  ) : (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="sm" title={lookup.label}>
      {price.isError ? (
        <FormError>The price could not be loaded. Nothing was changed.</FormError>
      ) : (
        <Skeleton className="h-8 w-36" />
      )}
    </Dialog>
  )
}

function PriceForm({ lookup, price, onClose }: Props & { price: Price }) {
  const [typed, setTyped] = useState(price.price_usd === null ? '' : String(price.price_usd))
  const [rule, setRule] = useState(price.billing_rule)
  const { busy, submit, fields, words } = useSubmit()
  const price_usd = readAmount(typed)
  const { catalogue } = price
  const listed = catalogue.price_usd === null ? 'no known price' : money(catalogue.price_usd)

  async function save() {
    if (price_usd !== undefined && (await submit(() => putPrice(lookup.id, { price_usd, billing_rule: rule }))))
      onClose()
  }
  async function reset() {
    if (await submit(() => putPrice(lookup.id, null))) onClose()
  }

  return (
    <FormDialog
      size="sm"
      title={lookup.label}
      about={`The catalog says ${listed}, billed ${ruleWords(catalogue.billing_rule)}.`}
      action="Save"
      busy={busy}
      disabled={price_usd === undefined}
      aside={
        price.source === 'workspace' && (
          <Button look="quiet" disabled={busy} onClick={reset} className="mr-auto">
            Back to the catalog
          </Button>
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label="US dollars per billed call"
        hint="Applies from the next call, also in running runs. Past costs stay as they are."
        error={fields.price_usd ?? (typed !== '' && price_usd === undefined ? 'An amount such as 0.02.' : undefined)}
      >
        <Input
          inputMode="decimal"
          value={typed}
          className="max-w-36 tabular-nums"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label="Billed" error={fields.billing_rule}>
        <Select value={rule} onChange={(event) => setRule(event.target.value)}>
          {price.rules.map((one) => (
            <option key={one} value={one}>
              {ruleWords(one)}
            </option>
          ))}
        </Select>
      </Field>
      <FormError>{Object.keys(fields).length === 0 && words}</FormError>
    </FormDialog>
  )
}
