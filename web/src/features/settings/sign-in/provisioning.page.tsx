// Connects a directory to the workspace: its address here, its tokens, how to enter them, and which group gives which role.

import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../../ui/data-list.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { TimeAhead, useNow } from '../../../ui/time.tsx'
import { optimistic, type ScimTokens, scimTokensQuery } from '../settings.queries.ts'
import { Frame, Loaded, NoPermission, Section, SettingsPage } from '../settings-page.tsx'
import { TokenDialog } from '../token.dialog.tsx'
import { GroupRoles } from './group-roles.tsx'
import { ScimGuides } from './scim-guides.tsx'
import { ssoQuery } from './sso.queries.ts'

export function ProvisioningPage() {
  const workspace = useWorkspace()
  return (
    <SettingsPage page="provisioning" wide>
      {roleReaches(workspace.role, 'admin') ? (
        <Provisioning />
      ) : (
        <NoPermission needs="admin" what="the connection to a directory" />
      )}
    </SettingsPage>
  )
}

const DAY_MS = 86_400_000
const ENDS = [
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In one year' },
  { days: 730, label: 'In two years' },
]

const providerField = (providers: readonly Schemas['SsoProvider'][]): FormField => ({
  name: 'provider_id',
  kind: 'choice',
  label: 'Identity provider',
  hint: 'The directory may name addresses of the domains of this provider only.',
  blank: 'None',
  options: providers.map(({ id, name }) => ({ value: id, label: name })),
})

async function makeScimToken({ name, provider_id, days }: { name: string; provider_id: string; days: number }) {
  const body = {
    name,
    ...(provider_id && { provider_id }),
    ...(days > 0 && { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
  }
  const made = await take(api.POST('/api/settings/scim-tokens', { body }))
  void queries.invalidateQueries({ queryKey: keys.settings('scim-tokens') })
  return made
}

function Provisioning() {
  const tokens = useQuery(scimTokensQuery())
  const providers = useQuery(ssoQuery()).data?.providers ?? []
  const { open, dialog } = useDialogs({
    make: (close) => (
      <TokenDialog
        named="the name of the directory"
        start={{ provider_id: '' }}
        // Where there is one provider, the server takes it.
        fields={providers.length > 1 ? [providerField(providers)] : []}
        ends={ENDS}
        endsHint="Before it ends make another one, enter it in the directory, then revoke this."
        make={makeScimToken}
        entered="both in the directory"
        copies={({ token, base_url }) => [
          { label: 'Token', value: token },
          { label: 'Base URL', value: base_url },
        ]}
        onClose={close}
      />
    ),
    revoke: (close, token: Schemas['ScimToken']) => (
      <ConfirmDialog
        title={`Revoke “${token.name}”?`}
        action="Revoke token"
        run={() => revoke(token)}
        onClose={(done) => {
          close()
          if (done) toast(`The token “${token.name}” was revoked`)
        }}
      >
        <p>
          The directory that uses it is rejected from its next request on. Members that it added stay as they are. The
          token cannot be restored; a new one can be made.
        </p>
      </ConfirmDialog>
    ),
  })
  return (
    <Loaded query={tokens} what="The connection" skeleton={<ListSkeleton rows={3} />}>
      {({ items, base_url }) => (
        <>
          <Section title="Address" about="The directory asks for it as “base URL”, “connector URL” or “tenant URL”.">
            <div className="max-w-2xl">
              <CopyField label="SCIM base URL" value={base_url} />
            </div>
          </Section>
          <Section
            title="Tokens"
            about="A directory shows its token with every request. One for each directory, so that one can end without the others."
            action={
              <Button look="primary" icon={KeyRound} onClick={() => open.make()}>
                Create token
              </Button>
            }
          >
            {items.length === 0 ? (
              <p className="text-ink-3">No tokens yet, so no directory can change anything here.</p>
            ) : (
              <Frame>
                <TokenList tokens={items} onRevoke={open.revoke} />
              </Frame>
            )}
          </Section>
          <GroupRoles />
          <ScimGuides baseUrl={base_url} />
          {dialog}
        </>
      )}
    </Loaded>
  )
}

function revoke(token: Schemas['ScimToken']) {
  return optimistic<ScimTokens>(
    keys.settings('scim-tokens'),
    (list) => ({ ...list, items: list.items.filter((one) => one.id !== token.id) }),
    () =>
      take(api.DELETE('/api/settings/scim-tokens/{scim_token_id}', { params: { path: { scim_token_id: token.id } } })),
  )
}

function TokenList({
  tokens,
  onRevoke,
}: {
  tokens: Schemas['ScimToken'][]
  onRevoke: (token: Schemas['ScimToken']) => void
}) {
  const now = useNow()
  const columns: ListColumn<Schemas['ScimToken']>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => a.name.localeCompare(b.name),
      render: (one) => (
        <span className="flex min-w-0 items-center gap-2" title={one.name}>
          <span className="truncate font-medium" dir="auto">
            {one.name}
          </span>
          <span className="shrink-0 font-mono text-ink-3 text-xs">…{one.hint}</span>
        </span>
      ),
    },
    timeColumn({ key: 'used', title: 'Last used', at: (one) => one.last_used_at, none: 'never' }),
    {
      key: 'ends',
      title: 'Ends',
      width: 'w-28',
      from: 'sm',
      render: (one) =>
        !one.expires_at ? (
          <span className="text-ink-2">never</span>
        ) : Date.parse(one.expires_at) <= now ? (
          <Badge tone="bad">Ended</Badge>
        ) : (
          <span className="text-ink-2">
            <TimeAhead at={one.expires_at} />
          </span>
        ),
    },
    timeColumn({ key: 'made', title: 'Made', from: 'md', at: (one) => one.created_at }),
    {
      key: 'revoke',
      title: '',
      width: 'w-24',
      align: 'end',
      render: (one) => (
        <Button size="sm" look="quiet" aria-label={`Revoke ${one.name}`} onClick={() => onRevoke(one)}>
          Revoke
        </Button>
      ),
    },
  ]
  return <DataList label="SCIM tokens" items={tokens} id={(one) => one.id} name={(one) => one.name} columns={columns} />
}
