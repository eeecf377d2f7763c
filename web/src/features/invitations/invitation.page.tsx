// Where an invitation leads: joins a workspace with the account that is signed in, another one, or a new one.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LinkIcon } from 'lucide-react'
import { api, openApi, take } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { queries } from '../../api/queries.ts'
import { session } from '../../api/session.ts'
import { usePage } from '../../session/page.ts'
import { useSessionState } from '../../session/use-session.ts'
import { workspacesQuery } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Mark } from '../../ui/mark.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TimeAhead } from '../../ui/time.tsx'
import { SignInForm } from '../login/sign-in-form.tsx'
import { aRole, roleWords } from '../settings/roles.logic.ts'

const route = getRouteApi('/invitations/$token')

export function InvitationPage() {
  const { token } = route.useParams()
  const state = useSessionState()
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => take(openApi.GET('/api/invitations/{token}', { params: { path: { token } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const invitation = preview.data
  usePage({ title: invitation ? `Join ${invitation.workspace_name}` : 'Invitation' })

  if (preview.isError) {
    const gone = asProblem(preview.error).status === 404
    return (
      <main className="flex h-full items-center justify-center overflow-y-auto">
        {gone ? (
          <EmptyState icon={LinkIcon} title="This invitation no longer works" action={<Home />}>
            Each link lets one person in, once. It was used already, revoked or has ended, or the address is incomplete.
            Ask the sender for a new one.
          </EmptyState>
        ) : (
          <ErrorState
            title="The invitation could not be loaded"
            meaning="It was not used up."
            error={preview.error}
            retry={() => void preview.refetch()}
          />
        )}
      </main>
    )
  }

  return (
    <main className="flex h-full items-center justify-center overflow-y-auto p-4">
      <div className="w-full max-w-96 pb-16">
        <div className="mb-6 flex items-center gap-2.5">
          <Mark className="size-8" />
          <span className="font-semibold text-xl tracking-tight">Millrace</span>
        </div>
        {invitation ? (
          <>
            <h1 className="font-semibold text-xl" dir="auto">
              Join {invitation.workspace_name}
            </h1>
            <p className="mt-1 mb-5 text-ink-2">
              {invitation.invited_by ? `${invitation.invited_by} invites you` : 'You are invited'} as{' '}
              {aRole(invitation.role)}, who {lowered(roleWords(invitation.role))}. The link ends{' '}
              <TimeAhead at={invitation.expires_at} />.
            </p>
            {state === 'signed_out' ? <Newcomer token={token} /> : <Join token={token} />}
          </>
        ) : (
          <ListSkeleton rows={3} />
        )}
      </div>
    </main>
  )
}

const lowered = (words: string) => `${words[0]?.toLowerCase() ?? ''}${words.slice(1)}`

function Home() {
  const navigate = useNavigate()
  return <Button onClick={() => void navigate({ to: '/' })}>Go to the workbooks</Button>
}

/** Shows the workspace after the link has done its work. */
function useEnter() {
  const navigate = useNavigate()
  return async (joined: { workspace_id: string; workspace_name: string }) => {
    const all = await queries.fetchQuery({ ...workspacesQuery, staleTime: 0 })
    const slug = all.find((one) => one.id === joined.workspace_id)?.slug
    await navigate({ to: slug ? `/w/${slug}/workbooks` : '/', replace: true })
    toast(`You are in ${joined.workspace_name} now`, { tone: 'good' })
  }
}

function Join({ token }: { token: string }) {
  const enter = useEnter()
  const { busy, submit, problem, words } = useSubmit()
  const isMember = problem?.status === 409
  return (
    <div className="flex flex-col gap-3">
      <FormError>
        {isMember
          ? `${session.username()} is a member already. The link still works: send it to another person.`
          : problem?.status === 404
            ? 'The link no longer works: it was used, revoked or has ended.'
            : words}
      </FormError>
      {isMember ? (
        <Home />
      ) : (
        <Button
          look="primary"
          busy={busy}
          onClick={() =>
            void submit(async () =>
              enter(await take(api.POST('/api/invitations/{token}/accept', { params: { path: { token } }, body: {} }))),
            )
          }
        >
          Join as {session.username() ?? ''}
        </Button>
      )}
      <Button look="quiet" onClick={() => void session.signOut()}>
        Use another account
      </Button>
    </div>
  )
}

function Newcomer({ token }: { token: string }) {
  return (
    <Tabs
      label="Account"
      tabs={[
        { value: 'new', label: 'New account', content: <NewAccount token={token} /> },
        {
          value: 'old',
          label: 'I have an account',
          content: <SignInForm username="" onDone={() => undefined} />,
        },
      ]}
    />
  )
}

const ACCOUNT: FormField[] = [
  {
    name: 'username',
    kind: 'text',
    label: 'Username',
    hint: 'You sign in with it, and others see it.',
    isRequired: true,
    maxLength: 100,
    autoComplete: 'username',
  },
  {
    name: 'password',
    kind: 'password',
    label: 'Password',
    hint: 'At least 8 characters.',
    isRequired: true,
    maxLength: 256,
    autoComplete: 'new-password',
  },
]

function NewAccount({ token }: { token: string }) {
  const enter = useEnter()
  const { busy, submit, problem, tied, words } = useForm(
    { username: '', password: '' },
    {
      send: async ({ username, password }) => {
        const body = { username: username.trim(), password }
        const joined = await take(
          openApi.POST('/api/invitations/{token}/accept', { params: { path: { token } }, body }),
        )
        await session.signIn(joined.user.username, password)
        await enter(joined)
      },
    },
  )

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="flex flex-col gap-3"
    >
      <SchemaForm
        {...tied}
        fields={ACCOUNT}
        errors={problem?.status === 409 ? { username: 'This name is taken. Choose another one.' } : tied.errors}
      />
      <FormError>{problem?.status !== 409 && words}</FormError>
      <Button type="submit" look="primary" busy={busy} className="mt-1">
        Create account and join
      </Button>
    </form>
  )
}
