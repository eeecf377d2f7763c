// How long the workspace keeps requests, responses and caches. A shorter time deletes for good, so it needs a confirmation.

import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, openApi, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { counted } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { FormSkeleton, Loaded, ReadOnlyNote, SaveButtons, SettingsPage } from '../settings-page.tsx'
import { numberField } from './number-field.logic.ts'
import { outOfRange, RETENTION, type RetentionName, shortened } from './retention.logic.ts'
import { readNumber } from './typed-number.logic.ts'

type Ranges = Record<RetentionName, Schemas['SettingRange']>

const retentionQuery = () => ({
  queryKey: keys.settings('retention'),
  queryFn: async () => {
    const [inForce, meta] = await Promise.all([
      take(api.GET('/api/settings/retention')),
      take(openApi.GET('/api/meta')),
    ])
    return { inForce, ranges: meta.limits.retention as Ranges }
  },
})

async function put(body: Schemas['RetentionUpdate']) {
  const inForce = await take(api.PUT('/api/settings/retention', { body }))
  queries.setQueryData<{ inForce: Schemas['RetentionSettings']; ranges: Ranges }>(
    keys.settings('retention'),
    (before) => before && { ...before, inForce },
  )
}

export function RetentionPage() {
  const workspace = useWorkspace()
  const settings = useQuery(retentionQuery())
  const mayEdit = roleReaches(workspace.role, 'admin')
  return (
    <SettingsPage page="retention">
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={settings} what="The settings" skeleton={<FormSkeleton fields={3} />}>
        {({ inForce, ranges }) => <RetentionForm inForce={inForce} ranges={ranges} mayEdit={mayEdit} />}
      </Loaded>
    </SettingsPage>
  )
}

function RetentionForm({
  inForce,
  ranges,
  mayEdit,
}: {
  inForce: Schemas['RetentionSettings']
  ranges: Ranges
  mayEdit: boolean
}) {
  const workspace = useWorkspace()
  const saved = Object.fromEntries(RETENTION.map(({ name }) => [name, String(inForce[name])])) as Record<
    RetentionName,
    string
  >
  const form = useForm(saved, { keptAs: { place: workspace.id, form: 'settings.retention' } })
  const wrong = (name: RetentionName) => outOfRange(form.values[name], ranges[name])
  const asked = Object.fromEntries(
    Object.entries(form.changed).map(([name, typed]) => [name, readNumber(typed as string)]),
  ) as Partial<Schemas['RetentionSettings']>
  const less = shortened(asked, inForce)

  const { open, dialog } = useDialogs({
    less: (close) => (
      <ConfirmDialog
        title="Keep less?"
        action="Delete what is older"
        run={() => put(asked)}
        onClose={(done) => {
          close()
          if (done) saidSaved()
        }}
      >
        <p>From now on, in the background and then every day, this is deleted for good:</p>
        <ul className="list-disc pl-5">
          {less.map(({ name, what }) => (
            <li key={name}>
              {what} older than {counted(asked[name] ?? 0, 'day')}
            </li>
          ))}
        </ul>
        <p>Values, where they come from and what they cost stay with their cells.</p>
      </ConfirmDialog>
    ),
  })

  function saidSaved() {
    form.reset()
    toast('Saved', { tone: 'good' })
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (less.length > 0) open.less()
    else if (await form.submit(() => put(asked))) saidSaved()
  }

  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <SchemaForm
        {...form.tied}
        disabled={!mayEdit}
        fields={RETENTION.map((one) => numberField({ ...one, unit: 'days' }, ranges[one.name], inForce[one.name]))}
        errors={Object.fromEntries(RETENTION.map(({ name }) => [name, wrong(name) ?? form.fields[name]]))}
      />
      <FormError>{form.words}</FormError>
      {mayEdit && (
        <SaveButtons
          dirty={form.dirty}
          ready={RETENTION.every(({ name }) => !wrong(name))}
          busy={form.busy}
          onDiscard={form.reset}
        />
      )}
      {dialog}
    </form>
  )
}
