// Transfers the workspace to another member; the previous owner stays as admin.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import { session } from '../../../api/session.ts'
import type { Workspace } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { type Member, membersQuery } from '../settings.queries.ts'
import { Section } from '../settings-page.tsx'

export function TransferSection({ workspace }: { workspace: Workspace }) {
  const members = useQuery(membersQuery(workspace.id))
  const { values, reset, tied } = useForm({ heir: '' })
  const others = members.data?.filter((one) => one.username !== session.username() && one.is_active) ?? []
  const heir = others.find((one) => String(one.user_id) === values.heir)
  const { open, dialog } = useDialogs({
    transfer: (close, { user_id, username }: Member) => (
      <ConfirmDialog
        title={`Make ${username} the owner?`}
        action="Transfer ownership"
        run={() =>
          take(
            api.POST('/api/workspaces/{ws_id}/transfer', {
              params: { path: { ws_id: workspace.id } },
              body: { user_id },
            }),
          )
        }
        onClose={(done) => {
          close()
          if (!done) return
          reset()
          toast(`${username} is the owner now; you are an admin`, { tone: 'good' })
          void queries.invalidateQueries({ queryKey: keys.workspaces })
          void queries.invalidateQueries({ queryKey: keys.settings('members') })
        }}
      >
        <p>
          From then on {username} decides who owns “{workspace.name}” and whether it is deleted. You keep everything
          else as an admin.
        </p>
      </ConfirmDialog>
    ),
  })

  return (
    <Section
      title="Transfer ownership"
      about="Another member becomes owner in your place. You stay as admin; only they can make you owner again."
    >
      {members.data && others.length === 0 ? (
        <p className="text-ink-3">You are the only member. Invite another person first.</p>
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <div className="flex-1 basis-56">
            <SchemaForm
              {...tied}
              fields={[
                {
                  name: 'heir',
                  kind: 'choice',
                  label: 'New owner',
                  isLabelHidden: true,
                  blank: 'Choose a member',
                  options: others.map((one) => ({ value: String(one.user_id), label: one.username })),
                },
              ]}
            />
          </div>
          <Button disabled={!heir} onClick={() => heir && open.transfer(heir)}>
            Transfer ownership
          </Button>
        </div>
      )}
      {dialog}
    </Section>
  )
}
