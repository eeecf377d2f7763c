// One function: try it on one item, use it in a workbook, see where it is used and what its calls cost.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { capital, counted, money } from '../../ui/format.ts'
import { Checkbox, Field, Select, Switch } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import {
  applyFunction,
  callFunction,
  callsQuery,
  changeUse,
  deleteFunction,
  functionQuery,
} from './functions.queries.ts'
import { Versions } from './versions.tsx'

export function FunctionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const workspace = useWorkspace()
  const found = useQuery(functionQuery(id))
  const { submit } = useSubmit()
  const mayEdit = roleReaches(workspace.role, 'editor')
  const fn = found.data
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={fn?.name ?? 'Function'}
      about={fn && `${costWords(fn)} Version ${fn.version}.`}
      actions={
        <>
          {mayEdit && fn && (
            <Button
              look="danger"
              className="mr-auto"
              onClick={() =>
                void submit(async () => {
                  await deleteFunction(id)
                  toast(`The function ${fn.name} was deleted; columns that it made stay`)
                  onClose()
                })
              }
            >
              Delete function
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {!fn ? (
        <Skeleton className="h-48 w-full" />
      ) : (
        <Tabs
          label="Function"
          tabs={[
            { value: 'try', label: 'Try it', content: <TryIt fn={fn} mayRun={mayEdit} /> },
            { value: 'use', label: 'Use in a workbook', content: <UseIt fn={fn} mayEdit={mayEdit} /> },
            {
              value: 'uses',
              label: 'Where it is used',
              count: fn.uses.length,
              content: <Uses fn={fn} mayEdit={mayEdit} />,
            },
            {
              value: 'versions',
              label: 'Versions',
              count: fn.versions.length,
              content: <Versions fn={fn} mayEdit={mayEdit} />,
            },
            { value: 'calls', label: 'Calls', content: <Calls fn={fn} /> },
          ]}
        />
      )}
    </Dialog>
  )
}

function costWords({ cost_per_item: cost }: Schemas['FunctionDetail']): string {
  if (cost.measured_usd !== null)
    return `${money(cost.measured_usd)} per item, measured on ${counted(cost.measured_items, 'item')}.`
  const range = cost.high_usd > cost.low_usd ? `${money(cost.low_usd)} to ${money(cost.high_usd)}` : money(cost.low_usd)
  return `An item costs ${range}${cost.has_unknown ? ', plus the model' : ''}.`
}

function TryIt({ fn, mayRun }: { fn: Schemas['FunctionDetail']; mayRun: boolean }) {
  const inputs = useForm<Record<string, string>>({})
  const {
    values,
    busy,
    submit,
    answer: call,
    tied,
    words,
  } = useForm(
    { cap: '1' },
    {
      send: ({ cap }) => {
        const given = Object.fromEntries(Object.entries(inputs.values).filter(([, value]) => value.trim() !== ''))
        return callFunction(fn.id, [given], cap.trim() === '' ? undefined : Number(cap))
      },
    },
  )
  const item = call?.items[0]
  async function run(event: FormEvent) {
    event.preventDefault()
    await submit()
  }
  return (
    <form onSubmit={run} className="flex flex-col gap-3 pt-3">
      <SchemaForm
        {...inputs.tied}
        fields={fn.inputs.map(({ name, required, description }) => ({
          name,
          kind: 'text',
          label: required ? `${name} (required)` : name,
          hint: description || undefined,
        }))}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SchemaForm
          {...tied}
          fields={[{ name: 'cap', kind: 'number', label: 'Maximum cost in US dollars', isShort: true }]}
        />
        <Button type="submit" look="primary" busy={busy} disabled={!mayRun || Number.isNaN(Number(values.cap))}>
          Call function
        </Button>
      </div>
      <FormError>{words}</FormError>
      {call && item && (
        <section aria-label="Answer" aria-live="polite" className="rounded-md border p-3">
          <p className="mb-2 flex items-center gap-2 text-sm">
            <Badge tone={item.status === 'done' ? 'ok' : item.status === 'running' ? 'accent' : 'warn'}>
              {capital(item.status.replaceAll('_', ' '))}
            </Badge>
            <span className="text-ink-3">Cost {money(call.cost_usd)}</span>
          </p>
          {item.error && <p className="mb-2 text-bad text-sm">{item.error}</p>}
          <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_1fr]">
            {Object.entries(item.outputs).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-3">{name}</dt>
                <dd dir="auto" className="min-w-0 break-words">
                  {value === null ? (
                    <span className="text-ink-3">{item.states[name] ?? 'No value'}</span>
                  ) : (
                    textOf(value)
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </form>
  )
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function UseIt({ fn, mayEdit }: { fn: Schemas['FunctionDetail']; mayEdit: boolean }) {
  const workbooks = useQuery(workbooksQuery())
  const {
    values,
    set,
    busy,
    submit,
    allWords: words,
  } = useForm({
    workbook_id: '',
    mapping: {} as Record<string, string>,
    follows: true,
  })
  const { workbook_id, mapping, follows } = values
  const workbook = workbooks.data?.find(({ id }) => id === workbook_id)
  const isWhole = fn.inputs.every(({ name, required }) => !required || mapping[name])

  function choose(id: string) {
    const columns = workbooks.data?.find((one) => one.id === id)?.columns_config ?? []
    const same = (name: string) => columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.id
    const named = fn.inputs.flatMap(({ name }) => (same(name) ? [[name, same(name) as string]] : []))
    set({ workbook_id: id, mapping: Object.fromEntries(named) })
  }

  async function apply(event: FormEvent) {
    event.preventDefault()
    const given = Object.fromEntries(Object.entries(mapping).filter(([, column]) => column !== ''))
    await submit(async () => {
      await applyFunction(fn.id, { workbook_id, mapping: given, follows })
      toast(`The columns of ${fn.name} were added to ${workbook?.name ?? 'the workbook'}`)
    })
  }

  if (!mayEdit) return <p className="pt-3 text-ink-3">Editors of this workspace can use it in a workbook.</p>
  return (
    <form onSubmit={apply} className="flex flex-col gap-3 pt-3">
      <Field label="Workbook">
        <WorkbookSelect value={workbook_id} onChange={choose} />
      </Field>
      {workbook &&
        fn.inputs.map(({ name, required }) => (
          <Field key={name} label={`${name} comes from${required ? ' (required)' : ''}`}>
            <Select
              value={mapping[name] ?? ''}
              onChange={(event) => set({ mapping: { ...mapping, [name]: event.target.value } })}
            >
              <option value="">{required ? 'Choose a column' : 'Nothing'}</option>
              {workbook.columns_config.map((column) => (
                <option key={column.id} value={column.id}>
                  {column.name}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      <Checkbox
        label="Follow new versions"
        hint="Without it the columns stay as they are now."
        checked={follows}
        onChange={(on) => set({ follows: on })}
      />
      <FormError>{words}</FormError>
      <Button type="submit" look="primary" busy={busy} disabled={!workbook || !isWhole} className="self-start">
        Add columns
      </Button>
    </form>
  )
}

function Uses({ fn, mayEdit }: { fn: Schemas['FunctionDetail']; mayEdit: boolean }) {
  const workspace = useWorkspace()
  if (fn.uses.length === 0) return <p className="pt-3 text-ink-3">No workbook uses it yet.</p>
  return (
    <ul className="flex flex-col divide-y pt-3">
      {fn.uses.map((use) => (
        <li key={use.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <Link
            to="/w/$workspace/workbooks/$workbookId"
            params={{ workspace: workspace.slug, workbookId: use.workbook_id }}
            className="min-w-0 flex-1 truncate font-medium hover:underline"
            dir="auto"
          >
            {use.workbook_name}
          </Link>
          <span className="text-ink-3 text-sm">Version {use.version}</span>
          <Switch
            label="Follow"
            checked={use.follows}
            disabled={!mayEdit}
            onChange={(on) =>
              void changeUse(fn.id, use.id, on).catch(() => toast('That could not be changed', { tone: 'bad' }))
            }
          />
          {use.problem && <p className="basis-full text-bad text-sm">{use.problem}</p>}
        </li>
      ))}
    </ul>
  )
}

function Calls({ fn }: { fn: Schemas['FunctionDetail'] }) {
  const calls = useQuery(callsQuery(fn.id))
  if (!calls.data) return <Skeleton className="mt-3 h-24 w-full" />
  if (calls.data.length === 0) return <p className="pt-3 text-ink-3">It was not called yet.</p>
  return (
    <ul className="flex flex-col divide-y pt-3">
      {calls.data.map((call) => (
        <li key={call.id} className="flex flex-wrap items-center gap-x-4 py-2 text-sm">
          <span className="w-32">
            <TimeAgo at={call.created_at} />
          </span>
          <span>{counted(call.items, 'item')}</span>
          <Badge tone={call.status === 'done' ? 'ok' : call.status === 'running' ? 'accent' : 'warn'}>
            {capital(call.status.replaceAll('_', ' '))}
          </Badge>
          <span className="text-ink-3">{money(call.cost_usd)}</span>
          <span className="text-ink-3">{call.actor_name}</span>
        </li>
      ))}
    </ul>
  )
}
