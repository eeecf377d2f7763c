// The consent page of MCP clients: the client, where the answer goes, the workspace, and the rights there.

import { useQuery } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import { useMemo } from 'react'
import { api, take } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import type { Schemas } from '../../api/shapes.ts'
import { givenSearch } from '../../session/arrived.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, workspacesQuery } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Mark } from '../../ui/mark.tsx'
import { capabilityField } from './capability-field.ts'

type Request = Schemas['McpAuthorizationRequest']
type Info = Schemas['McpAuthorizationInfo']

/** The parameters as the program wrote them, absent ones as blank, so that the server says what is missing. */
function requestIn(search: URLSearchParams): Request {
  const optional = Object.fromEntries(
    (['scope', 'state', 'resource'] as const).flatMap((name) => {
      const value = search.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const needed = (name: string) => search.get(name) ?? ''
  return {
    client_id: needed('client_id'),
    redirect_uri: needed('redirect_uri'),
    response_type: needed('response_type'),
    code_challenge: needed('code_challenge'),
    code_challenge_method: needed('code_challenge_method'),
    ...optional,
  }
}

/** Only what reads is chosen at first: everything else is for the person to add. */
const READS = /:read$/

export function AuthorizePage() {
  const search = givenSearch()
  const request = useMemo(() => requestIn(new URLSearchParams(search)), [search])
  usePage({ title: 'Allow a program' })
  const info = useQuery({
    queryKey: ['mcp authorization', request],
    queryFn: () => take(api.POST('/api/mcp/authorization/preview', { body: request })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <main className="flex min-h-full items-center justify-center overflow-y-auto p-4">
      <div className="w-full max-w-md py-8">
        <div className="mb-6 flex items-center gap-2.5">
          <Mark className="size-8" />
          <h1 className="font-semibold text-xl tracking-tight">Millrace</h1>
        </div>
        {info.data ? (
          <Consent info={info.data} request={request} />
        ) : info.isError ? (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
            {asProblem(info.error).message}.
          </p>
        ) : (
          <p role="status" className="text-ink-2">
            Reading the request…
          </p>
        )}
      </div>
    </main>
  )
}

function Consent({ info, request }: { info: Info; request: Request }) {
  const workspaces = useQuery(workspacesQuery)
  const able = (workspaces.data ?? []).filter(({ role }) => roleReaches(role, 'admin'))
  const { values, busy, submit, tied, words } = useForm({
    workspace: able.find((one) => one.is_active)?.id ?? able[0]?.id ?? '',
    capabilities: info.capabilities.filter((one) => READS.test(one)) as readonly Info['capabilities'][number][],
  })
  const { workspace, capabilities } = values

  async function answer(allow: boolean) {
    await submit(async () => {
      const { redirect_to } = await take(
        api.POST('/api/mcp/authorization', {
          params: { header: { 'x-workspace-id': workspace } },
          body: { request, allow, capabilities: [...capabilities] },
        }),
      )
      location.assign(redirect_to)
    })
  }

  if (workspaces.data && able.length === 0)
    return <p className="text-ink-2">Only administrators of a workspace connect AI clients. Ask one of yours.</p>
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void answer(true)
      }}
    >
      <div className="flex items-start gap-3">
        <ShieldQuestion aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" />
        <div className="min-w-0">
          <h2 className="font-semibold text-lg">
            Let <bdi className="break-words">{info.client.name}</bdi> work in your workspace?
          </h2>
          <p className="mt-1 text-ink-2">
            The program chose this name itself. What you allow goes to{' '}
            <strong className="break-words font-medium text-ink">{info.answers_to}</strong>. Go on only if you have just
            connected it yourself.
          </p>
        </div>
      </div>
      <SchemaForm
        {...tied}
        fields={[
          {
            name: 'workspace',
            kind: 'choice',
            label: 'Workspace',
            options: able.map(({ id, name }) => ({ value: id, label: name })),
          },
          capabilityField(info.capabilities),
        ]}
      />
      <p className="text-ink-3 text-sm">
        It acts on behalf of {session.username()}, never beyond your role, for 90 days. Every call is in the audit log;
        revoke it under Settings → Access tokens.
      </p>
      <FormError>{words}</FormError>
      <div className="flex justify-end gap-2">
        <Button disabled={busy} onClick={() => void answer(false)}>
          Refuse
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={!workspace || capabilities.length === 0}>
          Allow
        </Button>
      </div>
    </form>
  )
}
