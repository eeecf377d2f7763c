// The models that columns can ask: the vendors that are set up, what each has now, and what it costs, as far as it is known.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { counted } from '../../ui/format.ts'
import { Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../ui/states.tsx'
import { readAmount } from '../money/budget.logic.ts'
import { Frame, Loaded, ReadOnlyNote, Section, SettingsPage } from '../settings/settings-page.tsx'
import { modelsQuery, putModelPrice } from './custom.queries.ts'
import { modelName, modelPrice } from './prompt/model-words.logic.ts'

/** A search field is of use from here on. */
const MANY = 10

export function ModelsPage() {
  const workspace = useWorkspace()
  const models = useQuery(modelsQuery())
  const { open, dialog } = useDialogs({
    price: (close, model: Schemas['ModelItem']) => <ModelPriceDialog model={model} onClose={close} />,
  })
  const [question, setQuestion] = useState('')
  const mayEdit = roleReaches(workspace.role, 'admin')
  return (
    <SettingsPage page="models" wide>
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={models} what="The models" skeleton={<ListSkeleton rows={6} />}>
        {({ items, vendors }) => {
          const asked = question.trim().toLowerCase()
          const shown = items.filter((one) => `${one.vendor_name} ${one.id}`.toLowerCase().includes(asked))
          return (
            <>
              <Section title="Vendors" about="A vendor is set up with its key, under Integrations.">
                <ul className="grid gap-2 sm:grid-cols-2">
                  {vendors.map((vendor) => (
                    <li key={vendor.id} className="flex items-start justify-between gap-3 rounded-md border px-3 py-2">
                      <span className="min-w-0">
                        <Link
                          to="/w/$workspace/settings/integrations"
                          params={{ workspace: workspace.slug }}
                          search={{ open: vendor.id }}
                          className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
                        >
                          {vendor.name}
                        </Link>
                        {vendor.problem && <span className="block text-bad text-xs">{vendor.problem}</span>}
                      </span>
                      {!vendor.configured ? (
                        <Badge>Not set up</Badge>
                      ) : vendor.problem ? (
                        <Badge tone="bad">Cannot be listed</Badge>
                      ) : (
                        <Badge tone="ok">
                          {counted(items.filter((one) => one.vendor === vendor.id && one.listed).length, 'model')}
                        </Badge>
                      )}
                    </li>
                  ))}
                </ul>
              </Section>
              <Section
                title="Models and prices"
                about="US dollars per million tokens. A price that was not entered is unknown, and estimates say so."
              >
                {items.length === 0 ? (
                  <EmptyState icon={Sparkles} title="There are no models yet">
                    Set up a vendor above; its models are listed here.
                  </EmptyState>
                ) : (
                  <>
                    {items.length > MANY && (
                      <Input
                        type="search"
                        aria-label="Search models"
                        placeholder="Search models"
                        value={question}
                        onChange={(event) => setQuestion(event.target.value)}
                        className="max-w-72"
                      />
                    )}
                    <Frame>
                      <ModelList models={shown} mayEdit={mayEdit} onOpen={open.price} />
                    </Frame>
                  </>
                )}
              </Section>
            </>
          )
        }}
      </Loaded>
      {dialog}
    </SettingsPage>
  )
}

interface ListProps {
  models: Schemas['ModelItem'][]
  mayEdit: boolean
  onOpen: (model: Schemas['ModelItem']) => void
}

function ModelList({ models, mayEdit, onOpen }: ListProps) {
  const columns: ListColumn<Schemas['ModelItem']>[] = [
    {
      key: 'model',
      title: 'Model',
      sort: (a, b) => a.id.localeCompare(b.id),
      render: (one) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{modelName(one.id)}</span>
          {!one.listed && <Badge>not listed now</Badge>}
        </span>
      ),
    },
    {
      key: 'vendor',
      title: 'Vendor',
      width: 'w-48',
      from: 'sm',
      sort: (a, b) => a.vendor_name.localeCompare(b.vendor_name),
      render: (one) => <span className="text-ink-2">{one.vendor_name || one.vendor}</span>,
    },
    {
      key: 'price',
      title: 'A million tokens',
      width: 'w-44',
      align: 'end',
      sort: (a, b) => (b.output_usd ?? -1) - (a.output_usd ?? -1),
      render: (one) => {
        const words = modelPrice(one).replace(' price', '')
        return mayEdit ? (
          <Button
            look="quiet"
            size="sm"
            aria-label={`Price of ${modelName(one.id)}: ${words}. Change`}
            onClick={() => onOpen(one)}
          >
            <span className="tabular-nums underline decoration-line-strong underline-offset-4">{words}</span>
          </Button>
        ) : (
          words
        )
      },
    },
  ]
  return (
    <DataList
      label="Models"
      items={models}
      id={(one) => one.id}
      name={(one) => one.id}
      columns={columns}
      sortedBy="model"
    />
  )
}

function ModelPriceDialog({ model, onClose }: { model: Schemas['ModelItem']; onClose: () => void }) {
  const { values, busy, submit, fields, tied, words } = useForm({
    input_usd: String(model.input_usd ?? ''),
    output_usd: String(model.output_usd ?? ''),
  })
  const input_usd = readAmount(values.input_usd)
  const output_usd = readAmount(values.output_usd)
  const isReady = input_usd !== undefined && output_usd !== undefined
  async function save() {
    if (!isReady || !(await submit(() => putModelPrice(model.id, { input_usd, output_usd })))) return
    toast(`The price of ${modelName(model.id)} is stored`, { tone: 'good' })
    onClose()
  }
  const problemOf = (typed: string) =>
    typed !== '' && readAmount(typed) === undefined ? 'An amount such as 0.15.' : undefined
  return (
    <FormDialog
      size="sm"
      title={modelName(model.id)}
      about="US dollars for a million tokens, as in the vendor’s price list. Applies from the next call."
      action="Save"
      busy={busy}
      disabled={!isReady}
      aside={
        model.price_source === 'workspace' && (
          <Button
            look="quiet"
            className="mr-auto"
            disabled={busy}
            onClick={async () => {
              if (await submit(() => putModelPrice(model.id, null))) onClose()
            }}
          >
            Forget the price
          </Button>
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        columns={2}
        fields={[
          { name: 'input_usd', kind: 'number', label: 'Tokens in' },
          { name: 'output_usd', kind: 'number', label: 'Tokens out' },
        ]}
        errors={{
          input_usd: fields.input_usd ?? problemOf(values.input_usd),
          output_usd: fields.output_usd ?? problemOf(values.output_usd),
        }}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
