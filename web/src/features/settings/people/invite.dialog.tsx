// Adds a member: by a link that works once and is shown once, or at once by name for users already known here.
import { type FormEvent, useId, useState } from 'react'
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

interface Props {
  workspace: Workspace
  onClose: () => void
}

interface Made {
  url: string
  role: string
  expires_at: string
}

export function InviteDialog({ workspace, onClose }: Props) {
  const [way, setWay] = useState('link')
  const [made, setMade] = useState<Made | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useId()
  if (made) return <MadeLink made={made} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={`Invite to ${workspace.name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy}>
            {way === 'link' ? 'Create link' : 'Add member'}
          </Button>
        </>
      }
    >
      <Tabs
        label="How"
        value={way}
        onChange={setWay}
        tabs={[
          {
            value: 'link',
            label: 'By link',
            content: <LinkForm id={form} workspace={workspace} onBusy={setBusy} onMade={setMade} />,
          },
          {
            value: 'name',
            label: 'By username',
            content: <NameForm id={form} workspace={workspace} onBusy={setBusy} onDone={onClose} />,
          },
        ]}
      />
    </Dialog>
  )
}

type LinkRole = Exclude<Role, 'owner'>

interface FormProps {
  id: string
  workspace: Workspace
  onBusy: (busy: boolean) => void
}

const roleField = (role: string, roles: readonly Role[]): FormField => ({
  name: 'role',
  kind: 'choice',
  label: 'Role',
  hint: `${roleWords(role as Role)}.`,
  options: roles.map((value) => ({ value, label: roleTitle(value) })),
})

function LinkForm({ id, workspace, onBusy, onMade }: FormProps & { onMade: (made: Made) => void }) {
  const { values, submit, tied, words } = useForm({ role: 'editor', expires_in_days: '7' })

  async function make(event: FormEvent) {
    event.preventDefault()
    onBusy(true)
    await submit(async () => {
      const link = await take(
        api.POST('/api/workspaces/{ws_id}/invitations', {
          params: { path: { ws_id: workspace.id } },
          body: { role: values.role as LinkRole, expires_in_days: Number(values.expires_in_days) },
        }),
      )
      void queries.invalidateQueries({ queryKey: keys.settings('invitations') })
      onMade(link)
    })
    onBusy(false)
  }

  return (
    <form id={id} onSubmit={make} className="flex flex-col gap-4">
      <SchemaForm {...tied} fields={[roleField(values.role, ['admin', 'editor', 'member', 'viewer']), DAYS]} />
      <FormError>{words}</FormError>
    </form>
  )
}

function NameForm({ id, workspace, onBusy, onDone }: FormProps & { onDone: () => void }) {
  const { values, submit, tied, problem, words } = useForm({ username: '', role: 'editor' })
  const username = values.username.trim()
  const role = values.role as Role
  const roles = roleChoices({ chooser: workspace.role, current: null, owners: 1 })

  async function add(event: FormEvent) {
    event.preventDefault()
    onBusy(true)
    const done = await submit(() =>
      take(
        api.POST('/api/workspaces/{ws_id}/members', {
          params: { path: { ws_id: workspace.id } },
          body: { username, role },
        }),
      ),
    )
    onBusy(false)
    if (!done) return
    void queries.invalidateQueries({ queryKey: keys.settings('members') })
    void queries.invalidateQueries({ queryKey: keys.workspaces })
    toast(`${username} is ${aRole(role)} of this workspace now`, { tone: 'good' })
    onDone()
  }

  const unknown =
    problem?.status === 404
      ? 'No user of that name shares a workspace with you. Send them a link instead.'
      : problem?.status === 409
        ? 'They are a member already.'
        : null
  return (
    <form id={id} onSubmit={add} className="flex flex-col gap-4">
      <SchemaForm
        {...tied}
        fields={[
          USERNAME,
          roleField(
            role,
            roles.filter((one) => !one.disabled).map((one) => one.role),
          ),
        ]}
        errors={unknown ? { username: unknown } : tied.errors}
      />
      <FormError>{!unknown && words}</FormError>
    </form>
  )
}

function MadeLink({ made, onClose }: { made: Made; onClose: () => void }) {
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
