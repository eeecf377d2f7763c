// Adds a member: by a link that works once and is shown once, or at once by name for users already known here.
import { type FormEvent, useId, useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Role, Workspace } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TimeAhead } from '../../../ui/time.tsx'
import { aRole, roleChoices, roleTitle, roleWords } from '../roles.logic.ts'

const days = [1, 3, 7, 14, 30]

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

function RoleField<R extends Role>({ value, roles, onChange }: { value: R; roles: R[]; onChange: (role: R) => void }) {
  return (
    <Field label="Role" hint={`${roleWords(value)}.`}>
      <Select value={value} onChange={(event) => onChange(event.target.value as R)}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleTitle(role)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function LinkForm({ id, workspace, onBusy, onMade }: FormProps & { onMade: (made: Made) => void }) {
  const [role, setRole] = useState<LinkRole>('editor')
  const [lasts, setLasts] = useState(7)
  const { submit, words } = useSubmit()

  async function make(event: FormEvent) {
    event.preventDefault()
    onBusy(true)
    await submit(async () => {
      const link = await take(
        api.POST('/api/workspaces/{ws_id}/invitations', {
          params: { path: { ws_id: workspace.id } },
          body: { role, expires_in_days: lasts },
        }),
      )
      void queries.invalidateQueries({ queryKey: keys.settings('invitations') })
      onMade(link)
    })
    onBusy(false)
  }

  return (
    <form id={id} onSubmit={make} className="flex flex-col gap-4">
      <RoleField value={role} roles={['admin', 'editor', 'member', 'viewer']} onChange={setRole} />
      <Field label="Works for" hint="It admits one person and ends when it is used, revoked or expired.">
        <Select value={lasts} onChange={(event) => setLasts(Number(event.target.value))}>
          {days.map((one) => (
            <option key={one} value={one}>
              {counted(one, 'day')}
            </option>
          ))}
        </Select>
      </Field>
      <FormError>{words}</FormError>
    </form>
  )
}

function NameForm({ id, workspace, onBusy, onDone }: FormProps & { onDone: () => void }) {
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const { submit, fields, problem, words } = useSubmit()
  const roles = roleChoices({ chooser: workspace.role, current: null, owners: 1 })

  async function add(event: FormEvent) {
    event.preventDefault()
    onBusy(true)
    const done = await submit(() =>
      take(
        api.POST('/api/workspaces/{ws_id}/members', {
          params: { path: { ws_id: workspace.id } },
          body: { username: username.trim(), role },
        }),
      ),
    )
    onBusy(false)
    if (!done) return
    void queries.invalidateQueries({ queryKey: keys.settings('members') })
    void queries.invalidateQueries({ queryKey: keys.workspaces })
    toast(`${username.trim()} is ${aRole(role)} of this workspace now`, { tone: 'good' })
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
      <Field
        label="Username"
        hint="For people who share another workspace with you. All others come by link."
        error={unknown ?? fields.username}
      >
        <Input
          required
          value={username}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <RoleField value={role} roles={roles.filter((one) => !one.disabled).map((one) => one.role)} onChange={setRole} />
      <FormError>{!unknown && Object.keys(fields).length === 0 && words}</FormError>
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
