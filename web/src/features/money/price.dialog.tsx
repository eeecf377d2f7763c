// What the workspace really pays for a lookup; the catalog's price stands beside it, to go back to.

import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
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
  const { values, busy, submit, fields, tied, words } = useForm({
    price_usd: String(price.price_usd ?? ''),
    billing_rule: price.billing_rule,
  })
  const price_usd = readAmount(values.price_usd)
  const isUnread = values.price_usd !== '' && price_usd === undefined
  const { catalogue } = price
  const listed = catalogue.price_usd === null ? 'no known price' : money(catalogue.price_usd)

  async function save() {
    if (
      price_usd !== undefined &&
      (await submit(() => putPrice(lookup.id, { price_usd, billing_rule: values.billing_rule })))
    )
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
      <SchemaForm
        {...tied}
        fields={[
          {
            name: 'price_usd',
            kind: 'number',
            label: 'US dollars per billed call',
            hint: 'Applies from the next call, also in running runs. Past costs stay as they are.',
          },
          {
            name: 'billing_rule',
            kind: 'choice',
            label: 'Billed',
            options: price.rules.map((value) => ({ value, label: ruleWords(value) })),
          },
        ]}
        errors={{ ...fields, ...(isUnread && { price_usd: 'An amount such as 0.02.' }) }}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
