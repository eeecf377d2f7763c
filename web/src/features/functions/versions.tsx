// The versions of a function: its chain as columns, what one changed against another, and a new one from columns of a workbook.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { ChangeList } from '../columns/change-list.tsx'
import { shortKindWords } from '../columns/custom-kinds.logic.ts'
import { providerName } from '../columns/provider-name.ts'
import { providersQuery } from '../columns/workbook.queries.ts'
import { addVersion, versionsQuery } from './functions.queries.ts'
import { OUTPUT_EDITORS, useOutputFields } from './output-fields.tsx'
import { compareVersions } from './versions.logic.ts'

type Version = Schemas['FunctionVersion']

export function Versions({ fn, mayEdit }: { fn: Schemas['FunctionDetail']; mayEdit: boolean }) {
  const versions = useQuery(versionsQuery(fn.id, fn.version))
  if (versions.isError)
    return (
      <ErrorState
        error={versions.error}
        title="The versions could not be loaded"
        retry={() => void versions.refetch()}
      />
    )
  if (!versions.data) return <Skeleton className="mt-3 h-32 w-full" />
  return (
    <div className="flex flex-col gap-5 pt-3">
      <Compare key={fn.version} versions={versions.data} uses={fn.uses} />
      {mayEdit && <NewVersion fn={fn} />}
    </div>
  )
}

function Compare({ versions, uses }: { versions: Version[]; uses: Schemas['FunctionUse'][] }) {
  const newest = versions[0]?.version ?? 1
  const [shown, setShown] = useState(newest)
  const [against, setAgainst] = useState<number | null>(versions[1]?.version ?? null)
  const providers = useQuery(providersQuery())
  const labels = new Map(providers.data?.map((one) => [one.id, one.label]))
  const version = versions.find((one) => one.version === shown)
  const other = versions.find((one) => one.version === against)
  if (!version) return null
  const places = uses.filter((use) => use.version === shown).map((use) => use.workbook_name)
  const changes = other ? compareVersions(other, version, (id) => providerName(id, labels)) : []
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Field label="Version">
          <Choice versions={versions} value={shown} onChange={(next) => setShown(next ?? newest)} />
        </Field>
        {versions.length > 1 && (
          <Field label="Compared with">
            <Choice
              versions={versions.filter((one) => one.version !== shown)}
              value={against === shown ? null : against}
              none="Nothing"
              onChange={setAgainst}
            />
          </Field>
        )}
      </div>
      <p className="text-ink-2 text-sm">
        Made <TimeAgo at={version.created_at} />
        {version.note !== '' && <span dir="auto">: {version.note}</span>}.{' '}
        {places.length === 0 ? 'No workbook uses this version.' : `Used in ${places.join(', ')}.`}
      </p>
      {other && other !== version ? (
        <section aria-label="Differences" className="flex flex-col gap-2">
          {changes.length === 0 ? (
            <p className="text-ink-3">
              Versions {other.version} and {version.version} have the same inputs, columns and outputs.
            </p>
          ) : (
            <ChangeList changes={changes} />
          )}
        </section>
      ) : (
        <Chain version={version} />
      )}
    </>
  )
}

function Choice(props: {
  versions: Version[]
  value: number | null
  none?: string
  onChange: (version: number | null) => void
}) {
  const { versions, value, none, onChange } = props
  return (
    <Select
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      {none !== undefined && <option value="">{none}</option>}
      {versions.map(({ version }) => (
        <option key={version} value={version}>
          Version {version}
        </option>
      ))}
    </Select>
  )
}

/** The chain as the columns that it makes, from inputs to outputs. */
function Chain({ version }: { version: Version }) {
  const outputs = new Set(version.outputs.map(({ column }) => column))
  const lines = [
    ...version.inputs.map(({ name, required }) => [name, required ? 'required input' : 'input'] as const),
    ...version.columns.map(
      ({ name, type }) => [name, shortKindWords(type) + (outputs.has(name) ? ', output' : '')] as const,
    ),
  ]
  return (
    <ol aria-label="Columns of the chain" className="flex flex-col divide-y rounded-md border">
      {lines.map(([name, words]) => (
        <li key={`${name} ${words}`} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
          <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {name}
          </span>
          <span className="text-ink-3 text-xs">{words}</span>
        </li>
      ))}
    </ol>
  )
}

function NewVersion({ fn }: { fn: Schemas['FunctionDetail'] }) {
  const empty = { workbook_id: '', outputs: [] as readonly string[], note: '' }
  const { values, set, busy, submit, tied, words } = useForm(empty)
  const fields = useOutputFields(values.workbook_id)

  async function publish(event: FormEvent) {
    event.preventDefault()
    await submit(async () => {
      const made = await addVersion(fn.id, values.note.trim(), values.workbook_id, [...values.outputs])
      toast(`Version ${made.version} of ${fn.name} was published`)
    })
  }

  return (
    <form onSubmit={publish} className="flex flex-col gap-3 border-t pt-4">
      <h3 className="font-medium text-sm">New version</h3>
      <SchemaForm
        {...tied}
        editors={OUTPUT_EDITORS}
        fields={[
          ...fields,
          {
            name: 'note',
            kind: 'text',
            label: 'What changed',
            hint: 'Workbooks that follow new versions get it at once; pinned ones keep theirs.',
            maxLength: 1000,
          },
        ]}
        onChange={(next) => set(next.workbook_id === values.workbook_id ? next : { ...next, outputs: [] })}
      />
      <FormError>{words}</FormError>
      <Button type="submit" busy={busy} disabled={values.outputs.length === 0} className="self-start">
        Publish version
      </Button>
    </form>
  )
}
