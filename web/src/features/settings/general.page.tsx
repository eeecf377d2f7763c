// The workspace itself: name, icon, description; handing it over, leaving it, deleting it.
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Workspace } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { shownIcon } from '../../ui/workspace-icon.tsx'
import { TransferSection } from './people/transfer-section.tsx'
import { patchCached } from './settings.queries.ts'
import { ReadOnlyNote, SaveButtons, Section, SettingsPage } from './settings-page.tsx'

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

const detailFields = (slug: string): FormField[] => [
  {
    name: 'name',
    kind: 'text',
    label: 'Name',
    hint: `Links keep working: addresses go on beginning with /w/${slug}.`,
    isRequired: true,
    maxLength: 100,
  },
  {
    name: 'icon',
    kind: 'text',
    label: 'Icon',
    hint: 'One character or emoji. Without it the first letter of the name.',
    maxLength: 16,
    isShort: true,
  },
  {
    name: 'description',
    kind: 'multiline',
    label: 'Description',
    hint: 'For the people of the workspace.',
    rows: 3,
    maxLength: 2000,
  },
]

function Details({ workspace, mayEdit }: { workspace: Workspace; mayEdit: boolean }) {
  const saved = { name: workspace.name, icon: shownIcon(workspace) ?? '', description: workspace.description }
  const { changed, dirty, reset, busy, submit, tied, words } = useForm(saved, {
    keptAs: { place: workspace.id, form: 'settings.general' },
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    const change = { ...changed, ...(changed.name && { name: changed.name.trim() }) }
    if (!(await submit(() => changeWorkspace(workspace, change)))) return
    reset()
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
      <SchemaForm {...tied} fields={detailFields(workspace.slug)} disabled={!mayEdit} />
      <FormError>{words}</FormError>
      {mayEdit && <SaveButtons dirty={dirty} busy={busy} onDiscard={reset} />}
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
  const goOut = useWayOut(workspace)
  const { open, dialog } = useDialogs({
    leave: (close) => (
      <ConfirmDialog
        title={`Leave “${workspace.name}”?`}
        action="Leave workspace"
        run={() => take(api.POST('/api/workspaces/{ws_id}/leave', { params: { path: { ws_id: workspace.id } } }))}
        onClose={(done) => {
          close()
          if (done) void goOut()
        }}
      >
        <p>
          {workspace.role === 'owner'
            ? 'A workspace keeps at least one owner: if you are the only one, make another member owner first.'
            : 'Only its owners and admins can let you in again.'}
        </p>
      </ConfirmDialog>
    ),
  })
  return (
    <Section
      title="Leave"
      about="You lose access to this workspace. What you made stays. To come back, you need a new invitation."
    >
      <div>
        <Button icon={LogOut} onClick={() => open.leave()}>
          Leave this workspace
        </Button>
      </div>
      {dialog}
    </Section>
  )
}

function Delete({ workspace }: { workspace: Workspace }) {
  const { open, dialog } = useDialogs({
    delete: (close) => <DeleteDialog workspace={workspace} onClose={close} />,
  })
  return (
    <Section
      title="Delete"
      about={
        workspace.is_default
          ? 'This is the default workspace of the installation. It cannot be deleted.'
          : `${heldWords(workspace)} are deleted with it, for all members. This cannot be undone.`
      }
    >
      {!workspace.is_default && (
        <div>
          <Button look="danger" icon={Trash2} onClick={() => open.delete()}>
            Delete this workspace
          </Button>
        </div>
      )}
      {dialog}
    </Section>
  )
}

const heldWords = ({ workbook_count, member_count }: Workspace) =>
  `${counted(workbook_count, 'workbook')} and ${counted(member_count, 'membership')}`

function DeleteDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { values, tied } = useForm({ typed: '' })
  const goOut = useWayOut(workspace)
  return (
    <ConfirmDialog
      title={`Delete “${workspace.name}”?`}
      action={`Delete ${counted(workspace.workbook_count, 'workbook')}`}
      disabled={values.typed.trim() !== workspace.name}
      run={() => take(api.DELETE('/api/workspaces/{ws_id}', { params: { path: { ws_id: workspace.id } } }))}
      onClose={(done) => {
        onClose()
        if (!done) return
        toast(`“${workspace.name}” was deleted`)
        void goOut()
      }}
    >
      <p>
        {heldWords(workspace)} are deleted at once, with all found data and all keys stored here. Only a backup of the
        whole installation can bring them back.
      </p>
      <SchemaForm {...tied} fields={[{ name: 'typed', kind: 'text', label: `Type “${workspace.name}” to go on` }]} />
    </ConfirmDialog>
  )
}
