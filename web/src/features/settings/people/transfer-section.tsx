// Transfers the workspace to another member; the previous owner stays as admin.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import { session } from '../../../api/session.ts'
import type { Workspace } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { membersQuery } from '../settings.queries.ts'
import { Section } from '../settings-page.tsx'

export function TransferSection({ workspace }: { workspace: Workspace }) {
  const members = useQuery(membersQuery(workspace.id))
  const [chosen, setChosen] = useState('')
  const [asking, setAsking] = useState(false)
  const others = members.data?.filter((one) => one.username !== session.username() && one.is_active) ?? []
  const heir = others.find((one) => String(one.user_id) === chosen)

  return (
    <Section
      title="Transfer ownership"
      about="Another member becomes owner in your place. You stay as admin; only they can make you owner again."
    >
      {members.data && others.length === 0 ? (
        <p className="text-ink-3">You are the only member. Invite another person first.</p>
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <Field label="New owner" hideLabel className="flex-1 basis-56">
            <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">Choose a member</option>
              {others.map((one) => (
                <option key={one.user_id} value={one.user_id}>
                  {one.username}
                </option>
              ))}
            </Select>
          </Field>
          <Button disabled={!heir} onClick={() => setAsking(true)}>
            Transfer ownership
          </Button>
        </div>
      )}
      {asking && heir && (
        <ConfirmDialog
          title={`Make ${heir.username} the owner?`}
          action="Transfer ownership"
          run={() =>
            take(
              api.POST('/api/workspaces/{ws_id}/transfer', {
                params: { path: { ws_id: workspace.id } },
                body: { user_id: heir.user_id },
              }),
            )
          }
          onClose={(done) => {
            setAsking(false)
            if (!done) return
            setChosen('')
            toast(`${heir.username} is the owner now; you are an admin`, { tone: 'good' })
            void queries.invalidateQueries({ queryKey: keys.workspaces })
            void queries.invalidateQueries({ queryKey: keys.settings('members') })
          }}
        >
          <p>
            From then on {heir.username} decides who owns “{workspace.name}” and whether it is deleted. You keep
            everything else as an admin.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
