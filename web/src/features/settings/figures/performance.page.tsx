// Limits of enrichment in the workspace: five numbers with their ranges, and what is in force after saving.

import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, openApi, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { showError } from '../../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { FormSkeleton, Loaded, ReadOnlyNote, SaveButtons, SettingsPage } from '../settings-page.tsx'
import { numberField } from './number-field.logic.ts'
import { movedValues, PERFORMANCE, type PerformanceName } from './performance.logic.ts'
import { readNumber } from './typed-number.logic.ts'

type Ranges = Record<PerformanceName, Schemas['SettingRange']>

const performanceQuery = () => ({
  queryKey: keys.settings('performance'),
  queryFn: async () => {
    const [inForce, meta] = await Promise.all([
      take(api.GET('/api/settings/enrichment-perf')),
      take(openApi.GET('/api/meta')),
    ])
    return { inForce, ranges: meta.limits.enrichment_perf as Ranges }
  },
})

async function put(values: Partial<Schemas['PerformanceSettings']>): Promise<Schemas['PerformanceSettings']> {
  const inForce = await take(api.PUT('/api/settings/enrichment-perf', { body: values }))
  queries.setQueryData<{ inForce: Schemas['PerformanceSettings']; ranges: Ranges }>(
    keys.settings('performance'),
    (before) => before && { ...before, inForce },
  )
  return inForce
}

export function PerformancePage() {
  const workspace = useWorkspace()
  const settings = useQuery(performanceQuery())
  const mayEdit = roleReaches(workspace.role, 'admin')
  return (
    <SettingsPage page="performance">
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={settings} what="The settings" skeleton={<FormSkeleton fields={5} />}>
        {({ inForce, ranges }) => <PerformanceForm inForce={inForce} ranges={ranges} mayEdit={mayEdit} />}
      </Loaded>
    </SettingsPage>
  )
}

interface Props {
  inForce: Schemas['PerformanceSettings']
  ranges: Ranges
  mayEdit: boolean
}

function PerformanceForm({ inForce, ranges, mayEdit }: Props) {
  const workspace = useWorkspace()
  const saved = Object.fromEntries(PERFORMANCE.map(({ name }) => [name, String(inForce[name])])) as Record<
    PerformanceName,
    string
  >
  const form = useForm<typeof saved, string[]>(saved, { keptAs: { place: workspace.id, form: 'settings.performance' } })
  const moved = form.answer ?? []
  const usual = Object.fromEntries(PERFORMANCE.map(({ name }) => [name, String(ranges[name].default)]))
  const isUsual = PERFORMANCE.every(({ name }) => form.values[name] === usual[name])
  const wrong = PERFORMANCE.filter(({ name }) => readNumber(form.values[name]) === null).map(({ name }) => name)

  async function save(event: FormEvent) {
    event.preventDefault()
    const before = inForce
    const asked = Object.fromEntries(
      Object.entries(form.changed).map(([name, typed]) => [name, readNumber(typed as string)]),
    ) as Partial<Schemas['PerformanceSettings']>
    if (!(await form.submit(async () => movedValues(asked, await put(asked))))) return
    form.reset()
    toast('Saved. It holds for runs that start from now on.', {
      action: {
        label: 'Undo',
        run: () => {
          form.forget()
          void put(before).catch((error) => showError(error, 'What you saved stays.'))
        },
      },
    })
  }

  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      {moved.length > 0 && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          Outside the range, so the nearest value is in force: {moved.join('; ')}.
        </p>
      )}
      <SchemaForm
        {...form.tied}
        disabled={!mayEdit}
        fields={PERFORMANCE.map((one) => numberField(one, ranges[one.name], inForce[one.name]))}
        errors={{ ...form.fields, ...Object.fromEntries(wrong.map((name) => [name, 'Type a whole number.'])) }}
        onChange={(next) => {
          form.forget()
          form.tied.onChange(next)
        }}
      />
      <FormError>{form.words}</FormError>
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <SaveButtons dirty={form.dirty} ready={wrong.length === 0} busy={form.busy} onDiscard={form.reset} />
          {!isUsual && (
            <Button look="quiet" disabled={form.busy} onClick={() => form.set(usual)}>
              Fill in the usual values
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
