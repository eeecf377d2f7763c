// Every account of the installation, for its administrators: search, make, give a role or a password, lock, delete.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  KeyRound,
  SearchX,
  ShieldAlert,
  ShieldCheck,
  ShieldMinus,
  ShieldOff,
  Trash2,
  UserCheck,
  UserPlus,
  UserX,
} from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { asProblem, describeProblem } from '../../../api/problem.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { showError } from '../../../session/show-error.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../../ui/data-list.tsx'
import { Input } from '../../../ui/forms/field.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { meQuery } from '../settings.queries.ts'
import { Frame, Loaded, SettingsPage } from '../settings-page.tsx'
import { AccountDialog } from './account.dialog.tsx'
import { type Account, deleteAccount, resetFactors, setActive, setPlatformRole, usersQuery } from './users.queries.ts'

export function UsersPage() {
  const me = useQuery(meQuery)
  const { open, dialog } = useDialogs({ make: (close) => <AccountDialog onClose={close} /> })
  return (
    <SettingsPage
      page="users"
      wide
      action={
        me.data?.is_admin && (
          <Button look="primary" icon={UserPlus} onClick={() => open.make()}>
            New account
          </Button>
        )
      }
    >
      <Loaded query={me} what="Your account" skeleton={<ListSkeleton rows={4} />}>
        {(user) =>
          user.is_admin ? (
            <Accounts me={user} />
          ) : (
            <EmptyState icon={ShieldAlert} title="Accounts are kept by administrators of the installation">
              Ask the operator of this server.
            </EmptyState>
          )
        }
      </Loaded>
      {dialog}
    </SettingsPage>
  )
}

function Accounts({ me }: { me: Schemas['UserResponse'] }) {
  const [question, setQuestion] = useState('')
  const users = useInfiniteQuery(usersQuery(useDeferredValue(question.trim())))
  const { open, dialog } = useDialogs({
    password: (close, user: Schemas['UserResponse']) => <AccountDialog user={user} onClose={close} />,
    factors: (close, { id, username }: Schemas['UserResponse']) => (
      <ConfirmDialog
        title={`Reset the second factor of ${username}?`}
        action="Reset second factor"
        run={() => resetFactors(id)}
        onClose={(done) => {
          close()
          if (done) toast(`${username} signs in with the password alone now`)
        }}
      >
        <p>
          Make sure that the request is really from them. Their sessions end now; their app, recovery codes and passkeys
          are forgotten, and the password alone lets them in.
        </p>
      </ConfirmDialog>
    ),
    delete: (close, { id, username }: Schemas['UserResponse']) => (
      <ConfirmDialog
        title={`Delete the account of ${username}?`}
        action="Delete account"
        run={() => deleteAccount(id)}
        onClose={(done) => {
          close()
          if (done) toast(`The account of ${username} was deleted`)
        }}
      >
        <p>
          They leave every workspace and can never sign in again. What they made stays. To block them for a while, lock
          the account instead.
        </p>
      </ConfirmDialog>
    ),
  })

  /** Does it, says so, and offers the way back. */
  async function change(run: () => Promise<void>, words: string, back: () => Promise<void>) {
    try {
      await run()
      toast(words, { action: { label: 'Undo', run: () => void back().catch((error) => refused(error)) } })
    } catch (error) {
      refused(error)
    }
  }

  return (
    <>
      <div className="-mt-4 flex flex-col gap-4">
        <Input
          type="search"
          aria-label="Search accounts by name"
          placeholder="Search by name"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          className="max-w-72"
        />
        <Loaded query={users} what="The accounts" skeleton={<ListSkeleton rows={6} />}>
          {({ pages }) => {
            const list = pages.flatMap((page) => page.items)
            if (list.length === 0)
              return (
                <EmptyState
                  icon={SearchX}
                  title={`No account has “${question.trim()}” in its name`}
                  action={<Button onClick={() => setQuestion('')}>Show all accounts</Button>}
                />
              )
            return (
              <>
                <Frame>
                  <AccountList
                    users={list}
                    me={me}
                    onRole={(user, role) => {
                      const before = role === 'admin' ? 'user' : 'admin'
                      void change(
                        () => setPlatformRole(user.id, role),
                        `${user.username} is ${role === 'admin' ? 'an administrator now' : 'no administrator any more'}`,
                        () => setPlatformRole(user.id, before),
                      )
                    }}
                    onActive={(user, active) =>
                      void change(
                        () => setActive(user.id, active),
                        active
                          ? `${user.username} can sign in again`
                          : `${user.username} is locked; their sessions ended`,
                        () => setActive(user.id, !active),
                      )
                    }
                    onPassword={open.password}
                    onFactors={open.factors}
                    onDelete={open.delete}
                  />
                </Frame>
                {users.hasNextPage && (
                  <div>
                    <Button busy={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
                      Show more accounts
                    </Button>
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </div>
      {dialog}
    </>
  )
}

function refused(error: unknown) {
  if (asProblem(error).status === 409)
    toast(`${describeProblem(error).what} Make another user an administrator first.`, { tone: 'bad' })
  else showError(error, 'The account is as it was.')
}

interface ListProps {
  users: Account[]
  me: Schemas['UserResponse']
  onRole: (user: Schemas['UserResponse'], role: 'user' | 'admin') => void
  onActive: (user: Schemas['UserResponse'], active: boolean) => void
  onPassword: (user: Schemas['UserResponse']) => void
  onFactors: (user: Schemas['UserResponse']) => void
  onDelete: (user: Schemas['UserResponse']) => void
}

function AccountList({ users, me, onRole, onActive, onPassword, onFactors, onDelete }: ListProps) {
  function menuOf(user: Schemas['UserResponse']): MenuItem[] {
    // Administrators cannot lock themselves out by a slip; another administrator can do it.
    const own = user.id === me.id ? { disabled: true, hint: 'Another administrator can do this to you.' } : {}
    return [
      user.is_admin
        ? { label: 'Take the administrator role', icon: ShieldMinus, onSelect: () => onRole(user, 'user'), ...own }
        : { label: 'Make an administrator', icon: ShieldCheck, onSelect: () => onRole(user, 'admin') },
      user.id === me.id
        ? {
            label: 'Set a password',
            icon: KeyRound,
            onSelect: () => undefined,
            disabled: true,
            hint: 'Yours is on your profile.',
          }
        : { label: 'Set a password', icon: KeyRound, onSelect: () => onPassword(user) },
      ...(user.has_second_factor
        ? [{ label: 'Reset the second factor', icon: ShieldOff, onSelect: () => onFactors(user) }]
        : []),
      user.is_active
        ? { label: 'Lock the account', icon: UserX, onSelect: () => onActive(user, false), ...own }
        : { label: 'Unlock the account', icon: UserCheck, onSelect: () => onActive(user, true) },
      'separator',
      { label: 'Delete the account', icon: Trash2, danger: true, onSelect: () => onDelete(user), ...own },
    ]
  }

  const columns: ListColumn<Account>[] = [
    {
      key: 'name',
      title: 'Name',
      render: (one) => (
        <span className="flex min-w-0 items-center gap-2.5" title={one.username}>
          <Avatar name={one.username} image={one.profile_image} />
          <span className="truncate font-medium" dir="auto">
            {one.username}
          </span>
          {one.id === me.id && <Badge>You</Badge>}
          {!one.is_active && <Badge tone="warn">Locked</Badge>}
          {one.is_active && one.suspended_in.length > 0 && (
            <Badge tone="warn">Suspended in {one.suspended_in.map(({ name }) => name).join(', ')}</Badge>
          )}
        </span>
      ),
    },
    {
      key: 'role',
      title: 'Role',
      width: 'w-28',
      render: (one) => (one.is_admin ? 'Administrator' : <span className="text-ink-2">User</span>),
    },
    timeColumn({ key: 'seen', title: 'Last sign-in', from: 'sm', at: (one) => one.last_login, none: 'never' }),
    timeColumn({ key: 'made', title: 'Made', from: 'md', at: (one) => one.created_at }),
  ]

  return (
    <DataList
      label="Accounts"
      items={users}
      id={(one) => String(one.id)}
      name={(one) => one.username}
      columns={columns}
      menu={menuOf}
    />
  )
}
