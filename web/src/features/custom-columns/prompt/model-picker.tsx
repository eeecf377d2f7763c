// The model that a column asks: those of the vendors that are set up, each with its price, or any other by its name.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../../../session/workspace.ts'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { modelsQuery } from '../custom.queries.ts'
import { byVendor, modelName, modelPrice } from './model-words.logic.ts'

interface Props {
  model: string
  onChange: (model: string) => void
  error?: string | undefined
  label?: string
}

const OTHER = ' other'

export function ModelPicker({ model, onChange, error, label = 'Model' }: Props) {
  const workspace = useWorkspace()
  const models = useQuery(modelsQuery())
  const [typing, setTyping] = useState(false)
  const items = models.data?.items ?? []
  const known = items.find((one) => one.id === model)
  const other = typing || (model !== '' && models.isSuccess && !known)
  const none = models.isSuccess && models.data.vendors.every((vendor) => !vendor.configured)
  const problems = (models.data?.vendors ?? []).filter((vendor) => vendor.configured && vendor.problem)
  const settings = (page: 'models' | 'integrations', words: string) => (
    <Link
      to={page === 'models' ? '/w/$workspace/settings/models' : '/w/$workspace/settings/integrations'}
      params={{ workspace: workspace.slug }}
      className="text-accent-ink underline underline-offset-2"
    >
      {words}
    </Link>
  )
  if (models.isPending) return <Skeleton className="h-13 w-full" />
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        error={error}
        hint={
          known ? (
            <>
              {known.input_usd === null
                ? 'Its price is not set, so estimates and budgets cannot count it. '
                : known.input_usd === 0 && known.output_usd === 0
                  ? 'Runs at no price. '
                  : `${modelPrice(known)} for a million tokens. `}
              {settings('models', known.input_usd === null ? 'Enter its price' : 'Prices of models')}
            </>
          ) : undefined
        }
      >
        <Select
          value={other ? OTHER : model}
          onChange={(event) => {
            setTyping(event.target.value === OTHER)
            onChange(event.target.value === OTHER ? '' : event.target.value)
          }}
        >
          <option value="">Choose a model</option>
          {byVendor(items).map(([vendor, list]) => (
            <optgroup key={vendor} label={vendor}>
              {list.map((one) => (
                <option key={one.id} value={one.id}>
                  {`${modelName(one.id)} (${modelPrice(one)})`}
                </option>
              ))}
            </optgroup>
          ))}
          <option value={OTHER}>Another model…</option>
        </Select>
      </Field>
      {other && (
        <Input
          aria-label="Vendor and model"
          spellCheck={false}
          placeholder="vendor/model"
          className="font-mono text-sm"
          value={model}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )}
      {none && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          No AI model is connected to this workspace. {settings('integrations', 'Enter a key')}, or the address of a
          server of your own such as Ollama. Until then the column can be tried on test data.
        </p>
      )}
      {problems.map((vendor) => (
        <p key={vendor.id} className="text-sm text-warn">
          The models of {vendor.name} could not be listed: {vendor.problem}
        </p>
      ))}
      {models.isError && (
        <p className="text-bad text-sm">The models could not be listed. One can be written by its name.</p>
      )}
    </div>
  )
}
