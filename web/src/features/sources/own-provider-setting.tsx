// The setting of a source that names an own provider: chosen by name, with its inputs.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWorkspace } from '../../session/workspace.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { ownProvidersQuery } from '../own-providers/own-providers.queries.ts'
import { inputLines } from './sources.logic.ts'

interface Props {
  title: string
  hint: ReactNode
  error: string | undefined
  value: string
  /** The provider, and a line for each of its inputs. */
  onChange: (provider: string, inputs: string) => void
}

export function OwnProviderSetting({ title, hint, error, value, onChange }: Props) {
  const workspace = useWorkspace()
  const own = useQuery(ownProvidersQuery())
  const items = own.data ?? []
  const chosen = items.find(({ id }) => id === value)
  const settings = (
    <Link
      to="/w/$workspace/settings/own-providers"
      params={{ workspace: workspace.slug }}
      className="underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      Settings, Own providers
    </Link>
  )
  return (
    <Field
      label={title}
      error={error}
      hint={
        own.isSuccess && items.length === 0 ? (
          <>This workspace has no provider of its own yet. Make one under {settings}.</>
        ) : chosen && !chosen.ready ? (
          <>Its secret is missing, or may not be sent there. See {settings}.</>
        ) : (
          hint
        )
      }
    >
      <Select
        value={value}
        onChange={(event) => {
          const next = items.find(({ id }) => id === event.target.value)
          onChange(event.target.value, next ? inputLines(next.definition) : '')
        }}
      >
        <option value="">Choose a provider</option>
        {value !== '' && !chosen && <option value={value}>{own.isSuccess ? 'Not available' : value}</option>}
        {items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
