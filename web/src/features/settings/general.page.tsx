// The workspace itself: name, icon, description; handing it over, leaving it, deleting it.
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Workspace } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Field, Input, Textarea } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { shownIcon } from '../../ui/workspace-icon.tsx'
import { TransferSection } from './people/transfer-section.tsx'
import { patchCached } from './settings.queries.ts'
import { ReadOnlyNote, SaveButtons, Section, SettingsPage } from './settings-page.tsx'
import { useDraft } from './use-draft.ts'

type Change = { name?: string; description?: string; icon?: string }

async function changeWorkspace(workspace: Workspace, body: Change) {
  const undo = patchCached<Workspace[]>(keys.workspaces, (all) =>
    all.map((one) => (one.id === workspace.id ? { ...one, ...body } : one)),
  )
  try {
    await take(api.PATCH('/api/workspaces/{ws_id}', { params: { path: { ws_id: workspace.id } }, body }))
  } catch (error) {
    undo()
    throw error
  }
}

export function GeneralPage() {
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'admin')
  return (
    <SettingsPage page="general">
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Details workspace={workspace} mayEdit={mayEdit} />
      {workspace.role === 'owner' && <TransferSection workspace={workspace} />}
      <Leave workspace={workspace} />
      {workspace.role === 'owner' && <Delete workspace={workspace} />}
    </SettingsPage>
  )
}

function Details({ workspace, mayEdit }: { workspace: Workspace; mayEdit: boolean }) {
  const saved = { name: workspace.name, icon: shownIcon(workspace) ?? '', description: workspace.description }
  const form = useDraft(workspace.id, 'settings.general', saved)
  const { busy, submit, fields, words } = useSubmit()

  async function save(event: FormEvent) {
    event.preventDefault()
    const change = { ...form.changed, ...(form.changed.name ? { name: form.changed.name.trim() } : {}) }
    if (!(await submit(() => changeWorkspace(workspace, change)))) return
    form.clear()
    toast('Saved', {
      action: {
        label: 'Undo',
        run: () =>
          void changeWorkspace(workspace, {
            name: workspace.name,
            icon: workspace.icon,
            description: workspace.description,
          }).catch((error) => showError(error, 'What you saved stays.')),
      },
    })
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <Field
        label="Name"
        hint={`Links keep working: addresses go on beginning with /w/${workspace.slug}.`}
        error={fields.name}
      >
        <Input
          value={form.value.name}
          required
          maxLength={100}
          dir="auto"
          disabled={!mayEdit}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      <Field label="Icon" hint="One character or emoji. Without it the first letter of the name." error={fields.icon}>
        <Input
          value={form.value.icon}
          maxLength={16}
          disabled={!mayEdit}
          className="max-w-24"
          onChange={(event) => form.set({ icon: event.target.value })}
        />
      </Field>
      <Field label="Description" hint="For the people of the workspace." error={fields.description}>
        <Textarea
          value={form.value.description}
          rows={3}
          maxLength={2000}
          dir="auto"
          disabled={!mayEdit}
          onChange={(event) => form.set({ description: event.target.value })}
        />
      </Field>
      <FormError>{Object.keys(fields).length === 0 && words}</FormError>
      {mayEdit && <SaveButtons dirty={form.dirty} busy={busy} onDiscard={form.clear} />}
    </form>
  )
}

/** After this person has left: another workspace is shown, and nothing of this one is kept. */
function useWayOut(workspace: Workspace) {
  const navigate = useNavigate()
  return async () => {
    patchCached<Workspace[]>(keys.workspaces, (all) => all.filter((one) => one.id !== workspace.id))
    await navigate({ to: '/' })
    queries.removeQueries({ queryKey: [workspace.id] })
    void queries.invalidateQueries({ queryKey: keys.workspaces })
  }
}

function Leave({ workspace }: { workspace: Workspace }) {
  const [asking, setAsking] = useState(false)
  const goOut = useWayOut(workspace)
  return (
    <Section
      title="Leave"
      about="You lose access to this workspace. What you made stays. To come back, you need a new invitation."
    >
      <div>
        <Button icon={LogOut} onClick={() => setAsking(true)}>
          Leave this workspace
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={`Leave “${workspace.name}”?`}
          action="Leave workspace"
          run={() => take(api.POST('/api/workspaces/{ws_id}/leave', { params: { path: { ws_id: workspace.id } } }))}
          onClose={(done) => {
            setAsking(false)
            if (done) void goOut()
          }}
        >
          <p>
            {workspace.role === 'owner'
              ? 'A workspace keeps at least one owner: if you are the only one, make another member owner first.'
              : 'Only its owners and admins can let you in again.'}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function Delete({ workspace }: { workspace: Workspace }) {
  const [typed, setTyped] = useState<string | null>(null)
  const goOut = useWayOut(workspace)
  const what = `${counted(workspace.workbook_count, 'workbook')} and ${counted(workspace.member_count, 'membership')}`
  return (
    <Section
      title="Delete"
      about={
        workspace.is_default
          ? 'This is the default workspace of the installation. It cannot be deleted.'
          : `${what} are deleted with it, for all members. This cannot be undone.`
      }
    >
      {!workspace.is_default && (
        <div>
          <Button look="danger" icon={Trash2} onClick={() => setTyped('')}>
            Delete this workspace
          </Button>
        </div>
      )}
      {typed !== null && (
        <ConfirmDialog
          title={`Delete “${workspace.name}”?`}
          action={`Delete ${counted(workspace.workbook_count, 'workbook')}`}
          disabled={typed.trim() !== workspace.name}
          run={() => take(api.DELETE('/api/workspaces/{ws_id}', { params: { path: { ws_id: workspace.id } } }))}
          onClose={(done) => {
            setTyped(null)
            if (!done) return
            toast(`“${workspace.name}” was deleted`)
            void goOut()
          }}
        >
          <p>
            {what} are deleted at once, with all found data and all keys stored here. Only a backup of the whole
            installation can bring them back.
          </p>
          <Field label={`Type “${workspace.name}” to go on`}>
            <Input value={typed} dir="auto" autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          </Field>
        </ConfirmDialog>
      )}
    </Section>
  )
}
