// The people of the workspace: their roles, sending them away, and letting others in by links that work once.
import { useQuery } from '@tanstack/react-query'
import { SearchX, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import { session } from '../../../api/session.ts'
import type { Role, Workspace } from '../../../api/shapes.ts'
import { useOffered } from '../../../session/commands.ts'
import { showError } from '../../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Input } from '../../../ui/forms/field.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { aRole } from '../roles.logic.ts'
import { type Member, membersQuery, optimistic } from '../settings.queries.ts'
import { Frame, Loaded, Section, SettingsPage } from '../settings-page.tsx'
import { SecondFactorRule } from '../sign-in/second-factor-rule.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite.dialog.tsx'
import { MemberList } from './member-list.tsx'

/** A search field is of use from here on. */
const many = 8

async function giveRole(workspace: Workspace, member: Member, role: Role) {
  await optimistic<Member[]>(
    keys.settings('members'),
    (list) => list.map((one) => (one.user_id === member.user_id ? { ...one, role } : one)),
    () =>
      take(
        api.PATCH('/api/workspaces/{ws_id}/members/{user_id}', {
          params: { path: { ws_id: workspace.id, user_id: member.user_id } },
          body: { role },
        }),
      ),
  )
}

export function MembersPage() {
  const workspace = useWorkspace()
  const members = useQuery(membersQuery(workspace.id))
  const [question, setQuestion] = useState('')
  const { open, dialog } = useDialogs({
    invite: (close) => <InviteDialog workspace={workspace} onClose={close} />,
    remove: (close, { user_id, username }: Member) => (
      <ConfirmDialog
        title={`Remove ${username}?`}
        action={`Remove ${username}`}
        run={() =>
          optimistic<Member[]>(
            keys.settings('members'),
            (list) => list.filter((one) => one.user_id !== user_id),
            () =>
              take(
                api.DELETE('/api/workspaces/{ws_id}/members/{user_id}', {
                  params: { path: { ws_id: workspace.id, user_id } },
                }),
              ),
          )
        }
        onClose={(done) => {
          close()
          if (!done) return
          toast(`${username} was removed`)
          void queries.invalidateQueries({ queryKey: keys.settings('invitations') })
          void queries.invalidateQueries({ queryKey: keys.workspaces })
        }}
      >
        <p>
          From the next click on {username} sees nothing of this workspace. What they made stays; links they made for
          inviting others end. To come back they need a new invitation.
        </p>
      </ConfirmDialog>
    ),
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  useOffered(mayEdit, 'invite', () => open.invite())
  const shown = members.data?.filter((one) => one.username.toLowerCase().includes(question.trim().toLowerCase())) ?? []

  async function changeRole(member: Member, role: Role) {
    if (role === member.role) return
    try {
      await giveRole(workspace, member, role)
      const isMe = member.username === session.username()
      if (isMe) void queries.invalidateQueries({ queryKey: keys.workspaces })
      toast(`${member.username} is ${aRole(role)} now`, {
        // Users who give away their own right to do this cannot take it back.
        ...(isMe
          ? {}
          : {
              action: {
                label: 'Undo',
                run: () =>
                  void giveRole(workspace, member, member.role).catch((error) =>
                    showError(error, `${member.username} stays ${aRole(role)}.`),
                  ),
              },
            }),
      })
    } catch (error) {
      showError(error, `${member.username} is ${aRole(member.role)}, as before.`)
    }
  }

  return (
    <SettingsPage
      page="members"
      wide
      action={
        mayEdit && (
          <Button look="primary" icon={UserPlus} onClick={() => open.invite()}>
            Invite
          </Button>
        )
      }
    >
      <Loaded query={members} what="The members" skeleton={<ListSkeleton rows={4} />}>
        {(list) => (
          <Section
            title={counted(list.length, 'member')}
            action={
              list.length > many && (
                <Input
                  type="search"
                  aria-label="Filter members by name"
                  placeholder="Filter by name"
                  value={question}
                  onChange={(event) => setQuestion(event.target.value)}
                  className="w-56"
                />
              )
            }
          >
            {shown.length > 0 ? (
              <Frame>
                <MemberList
                  members={shown}
                  owners={list.filter((one) => one.role === 'owner').length}
                  role={workspace.role}
                  onRole={(member, role) => void changeRole(member, role)}
                  onRemove={open.remove}
                />
              </Frame>
            ) : (
              <EmptyState
                icon={SearchX}
                title={`No member is called “${question}”`}
                action={<Button onClick={() => setQuestion('')}>Show all {counted(list.length, 'member')}</Button>}
              />
            )}
            {!mayEdit && <p className="text-ink-3">Owners and admins of the workspace invite people and set roles.</p>}
          </Section>
        )}
      </Loaded>
      {mayEdit && <InvitationList workspace={workspace} />}
      <SecondFactorRule />
      {dialog}
    </SettingsPage>
  )
}
