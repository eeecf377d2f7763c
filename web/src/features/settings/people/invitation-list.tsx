// Links that were given out and not used yet, each with the way to take it back.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import type { Workspace } from '../../../api/shapes.ts'
import { showError } from '../../../session/show-error.ts'
import { Button } from '../../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../../ui/data-list.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { roleTitle } from '../roles.logic.ts'
import { type Invitation, invitationsQuery, optimistic } from '../settings.queries.ts'
import { Frame, Loaded, Section } from '../settings-page.tsx'

export function InvitationList({ workspace }: { workspace: Workspace }) {
  const invitations = useQuery(invitationsQuery(workspace.id))

  async function revoke(invitation: Invitation) {
    try {
      await optimistic<Invitation[]>(
        keys.settings('invitations'),
        (list) => list.filter((one) => one.id !== invitation.id),
        () =>
          take(
            api.DELETE('/api/workspaces/{ws_id}/invitations/{invitation_id}', {
              params: { path: { ws_id: workspace.id, invitation_id: invitation.id } },
            }),
          ),
      )
      toast('Link revoked. It no longer works.')
    } catch (error) {
      showError(error, 'The link may still work.')
    }
  }

  const columns: ListColumn<Invitation>[] = [
    { key: 'role', title: 'Comes as', render: (one) => <span className="font-medium">{roleTitle(one.role)}</span> },
    {
      key: 'by',
      title: 'Made by',
      width: 'w-40',
      from: 'md',
      render: (one) => <span dir="auto">{one.created_by ?? 'a former member'}</span>,
    },
    timeColumn({ key: 'made', title: 'Made', from: 'sm', at: (one) => one.created_at }),
    timeColumn({ key: 'ends', title: 'Ends', width: 'w-28', at: (one) => one.expires_at, isAhead: true }),
    {
      key: 'revoke',
      title: '',
      width: 'w-24',
      align: 'end',
      render: (one) => (
        <Button size="sm" look="quiet" aria-label={`Revoke the link for ${one.role}s`} onClick={() => void revoke(one)}>
          Revoke
        </Button>
      ),
    },
  ]

  return (
    <Section title="Open invitations" about="Each link admits one person, once. It is shown only when it is created.">
      <Loaded query={invitations} what="The invitations" skeleton={<ListSkeleton rows={2} />}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-ink-3">No open invitations.</p>
          ) : (
            <Frame>
              <DataList
                label="Open invitations"
                items={list}
                id={(one) => one.id}
                name={(one) => `the link for ${one.role}s`}
                columns={columns}
              />
            </Frame>
          )
        }
      </Loaded>
    </Section>
  )
}
