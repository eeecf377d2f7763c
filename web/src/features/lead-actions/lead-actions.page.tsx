// Lead actions: the waterfalls of each, to be seen and changed, and what of the leads is refreshed by itself.

import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { providersQuery } from '../columns/workbook.queries.ts'
import type { Provider } from '../columns/workbook.shapes.ts'
import { actionsQuery, putAction, resetAction } from '../leads/lead-actions.api.ts'
import { fieldsQuery } from '../leads/leads.api.ts'
import type { LeadField } from '../leads/leads.logic.ts'
import { FormSkeleton, Loaded, ReadOnlyNote, SaveButtons, Section, SettingsPage } from '../settings/settings-page.tsx'
import { LeadWaterfallForm } from './lead-waterfall-form.tsx'
import { inputColumns, problemOfLeadWaterfall, readLeadWaterfall, writeLeadWaterfall } from './lead-waterfalls.logic.ts'
import { LeadsRefreshForm } from './leads-refresh.tsx'

export function LeadActionsPage() {
  const workspace = useWorkspace()
  const actions = useQuery(actionsQuery())
  const fields = useQuery(fieldsQuery)
  const providers = useQuery(providersQuery())
  const mayEdit = roleReaches(workspace.role, 'admin')
  return (
    <SettingsPage page="lead-actions">
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={actions} what="The actions" skeleton={<FormSkeleton fields={6} />}>
        {(all) => (
          <ul className="flex flex-col gap-3">
            {all.map((action) => (
              <li key={action.action}>
                <Disclosure title={action.title} about={<About action={action} />}>
                  {fields.data && providers.data ? (
                    <Editor action={action} fields={fields.data} providers={providers.data} mayEdit={mayEdit} />
                  ) : (
                    <FormSkeleton fields={3} />
                  )}
                </Disclosure>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Section title="Refresh" about="Old values of leads are looked up again by schedule, within a budget.">
        {actions.data && <LeadsRefreshForm actions={actions.data} />}
      </Section>
    </SettingsPage>
  )
}

function About({ action }: { action: Schemas['LeadAction'] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{action.description}</span>
      {!action.is_default && <Badge>Changed here</Badge>}
      {!action.ready && <Badge tone="warn">No provider is connected</Badge>}
    </span>
  )
}

interface EditorProps {
  action: Schemas['LeadAction']
  fields: readonly LeadField[]
  providers: Provider[]
  mayEdit: boolean
}

function Editor({ action, fields, providers, mayEdit }: EditorProps) {
  const {
    values,
    set,
    dirty,
    reset,
    busy,
    submit,
    allWords: words,
  } = useForm({
    drafts: action.waterfalls.map(readLeadWaterfall),
  })
  const { drafts } = values
  const columns = inputColumns(fields)
  const written = drafts.map(writeLeadWaterfall)
  const problem =
    drafts.map((draft) => problemOfLeadWaterfall(draft, providers)).find((found) => found !== null) ?? null
  const renew = () => queries.invalidateQueries({ queryKey: actionsQuery().queryKey })
  const { open, dialog } = useDialogs({
    reset: (close) => (
      <ConfirmDialog
        title={`Put “${action.title}” back to the defaults?`}
        action="Use the defaults"
        run={async () => {
          await resetAction(action.action)
          await renew()
          reset()
        }}
        onClose={close}
      >
        <p>What this workspace changed of its waterfalls is lost. Values of leads stay.</p>
      </ConfirmDialog>
    ),
  })
  async function save() {
    const done = await submit(async () => {
      await putAction(action.action, written as Parameters<typeof putAction>[1])
      await renew()
    })
    if (!done) return
    reset()
    toast(`${action.title}: saved. It holds for jobs that start from now on.`, { tone: 'good' })
  }
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-8">
        {drafts.map((draft, index) => (
          <LeadWaterfallForm
            key={draft.id}
            draft={draft}
            columns={columns}
            fields={fields}
            providers={providers}
            onChange={(next) => set({ drafts: drafts.map((one, at) => (at === index ? next : one)) })}
          />
        ))}
      </fieldset>
      <FormError>{words ?? (dirty ? problem : null)}</FormError>
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <SaveButtons dirty={dirty} ready={problem === null} busy={busy} onDiscard={reset} />
          {!action.is_default && (
            <Button look="quiet" disabled={busy} onClick={() => open.reset()}>
              Back to the defaults
            </Button>
          )}
        </div>
      )}
      {dialog}
    </form>
  )
}
