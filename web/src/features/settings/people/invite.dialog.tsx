// Adds a member: by a link that works once and is shown once, or at once by name for users already known here.
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Role, Workspace } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TimeAhead } from '../../../ui/time.tsx'
import { aRole, roleChoices, roleTitle, roleWords } from '../roles.logic.ts'

const DAYS: FormField = {
  name: 'expires_in_days',
  kind: 'choice',
  label: 'Works for',
  hint: 'It admits one person and ends when it is used, revoked or expired.',
  options: [1, 3, 7, 14, 30].map((days) => ({ value: String(days), label: counted(days, 'day') })),
}

const USERNAME: FormField = {
  name: 'username',
  kind: 'text',
  label: 'Username',
  hint: 'For people who share another workspace with you. All others come by link.',
  maxLength: 200,
  isRequired: true,
}

type MadeInvitation = NonNullable<Awaited<ReturnType<typeof makeLink>>>

interface Props {
  workspace: Workspace
  onClose: () => void
}

type LinkRole = Exclude<Role, 'owner'>

const roleField = (role: string, roles: readonly Role[]): FormField => ({
  name: 'role',
  kind: 'choice',
  label: 'Role',
  hint: `${roleWords(role as Role)}.`,
  options: roles.map((value) => ({ value, label: roleTitle(value) })),
})

export function InviteDialog({ workspace, onClose }: Props) {
  const {
    values,
    set,
    busy,
    submit,
    answer: made,
    forget,
    tied,
    problem,
    words,
  } = useForm(
    { way: 'link', username: '', role: 'editor', expires_in_days: '7' },
    { send: ({ way, ...asked }) => (way === 'link' ? makeLink(workspace, asked) : addMember(workspace, asked)) },
  )
  const role = values.role as Role
  if (made) return <MadeLink made={made} onClose={onClose} />

  async function invite() {
    if (!(await submit()) || values.way === 'link') return
    toast(`${values.username.trim()} is ${aRole(role)} of this workspace now`, { tone: 'good' })
    onClose()
  }

  const roles = roleChoices({ chooser: workspace.role, current: null, owners: 1 })
  const byName = [
    USERNAME,
    roleField(
      role,
      roles.filter((one) => !one.disabled).map((one) => one.role),
    ),
  ]
  const byLink = [roleField(role, ['admin', 'editor', 'member', 'viewer']), DAYS]
  const unknown =
    problem?.status === 404
      ? 'No user of that name shares a workspace with you. Send them a link instead.'
      : problem?.status === 409
        ? 'They are a member already.'
        : null
  const fields = (
    <div className="flex flex-col gap-4">
      <SchemaForm
        {...tied}
        fields={values.way === 'link' ? byLink : byName}
        errors={unknown ? { username: unknown } : tied.errors}
      />
      <FormError>{!unknown && words}</FormError>
    </div>
  )
  return (
    <FormDialog
      title={`Invite to ${workspace.name}`}
      action={values.way === 'link' ? 'Create link' : 'Add member'}
      busy={busy}
      disabled={values.way === 'name' && values.username.trim() === ''}
      onSubmit={invite}
      onClose={onClose}
    >
      <Tabs
        label="How"
        value={values.way}
        onChange={(way) => {
          set({ way, role: 'editor' })
          forget()
        }}
        tabs={[
          { value: 'link', label: 'By link', content: fields },
          { value: 'name', label: 'By username', content: fields },
        ]}
      />
    </FormDialog>
  )
}

interface Asked {
  username: string
  role: string
  expires_in_days: string
}

async function makeLink(workspace: Workspace, { role, expires_in_days }: Asked) {
  const link = await take(
    api.POST('/api/workspaces/{ws_id}/invitations', {
      params: { path: { ws_id: workspace.id } },
      body: { role: role as LinkRole, expires_in_days: Number(expires_in_days) },
    }),
  )
  void queries.invalidateQueries({ queryKey: keys.settings('invitations') })
  return link
}

async function addMember(workspace: Workspace, { username, role }: Asked) {
  await take(
    api.POST('/api/workspaces/{ws_id}/members', {
      params: { path: { ws_id: workspace.id } },
      body: { username: username.trim(), role: role as Role },
    }),
  )
  void queries.invalidateQueries({ queryKey: keys.settings('members') })
  void queries.invalidateQueries({ queryKey: keys.workspaces })
  return null
}

function MadeLink({ made, onClose }: { made: MadeInvitation; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title="The link is ready"
      about="Send it to one person. It is shown this once."
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <CopyField label="Invitation link" value={made.url} />
        <p className="text-ink-2">
          The first person to open it joins as {aRole(made.role)}, with an existing account or a new one. It ends{' '}
          <TimeAhead at={made.expires_at} />.
        </p>
      </div>
    </Dialog>
  )
}
