// Single sign-on of the workspace: its identity providers, and the e-mail domains it has proven.

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Schemas } from '../../../api/shapes.ts'
import { useAct } from '../../../session/use-act.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { Frame, Loaded, NoPermission, Section, SettingsPage } from '../settings-page.tsx'
import { deleteProvider, ssoQuery, testProvider } from './sso.queries.ts'
import { SsoDomains } from './sso-domains.tsx'
import { SsoProviderDialog } from './sso-provider.dialog.tsx'

export function SsoPage() {
  const workspace = useWorkspace()
  return (
    <SettingsPage page="sso" wide>
      {roleReaches(workspace.role, 'admin') ? <Sso /> : <NoPermission needs="admin" what="single sign-on" />}
    </SettingsPage>
  )
}

function Sso() {
  const settings = useQuery(ssoQuery())
  const { open, dialog } = useDialogs({
    provider: (close, id?: string) => (
      <SsoProviderDialog
        provider={settings.data?.providers.find((one) => one.id === id)}
        redirectBase={settings.data?.redirect_base ?? ''}
        onMade={(id) => open.provider(id)}
        onClose={close}
      />
    ),
    delete: (close, provider: Schemas['SsoProvider']) => (
      <ConfirmDialog
        title={`Delete “${provider.name}”?`}
        action="Delete provider"
        run={() => deleteProvider(provider.id)}
        onClose={(done) => {
          close()
          if (done) toast(`“${provider.name}” was deleted`)
        }}
      >
        <p>
          No user can sign in by it any more, and the sessions that it began end now.{' '}
          {counted(provider.people, 'account')} linked to it stay members.
        </p>
      </ConfirmDialog>
    ),
  })
  return (
    <Loaded query={settings} what="Single sign-on" skeleton={<ListSkeleton rows={3} />}>
      {({ providers, domains, sign_in_url }) => (
        <>
          <Section
            title="Identity providers"
            about="New users of its domains become members with the role you choose. Others link theirs in their profile."
            action={
              <Button look="primary" icon={Plus} onClick={() => open.provider()}>
                Add a provider
              </Button>
            }
          >
            {providers.length === 0 ? (
              <p className="text-ink-3">No identity providers yet. People sign in with passwords.</p>
            ) : (
              <Frame>
                <ul className="divide-y">
                  {providers.map((one) => (
                    <Provider
                      key={one.id}
                      provider={one}
                      onOpen={() => open.provider(one.id)}
                      onDelete={() => open.delete(one)}
                    />
                  ))}
                </ul>
              </Frame>
            )}
            {providers.length > 0 && (
              <div className="max-w-2xl">
                <CopyField label="Sign-in page with these providers" value={sign_in_url} />
              </div>
            )}
          </Section>
          <SsoDomains domains={domains} providers={providers} />
          {dialog}
        </>
      )}
    </Loaded>
  )
}

function Provider({
  provider,
  onOpen,
  onDelete,
}: {
  provider: Schemas['SsoProvider']
  onOpen: () => void
  onDelete: () => void
}) {
  const [busy, act] = useAct()

  const test = () =>
    act(async () => {
      const { ok, words } = await testProvider(provider.id)
      toast(words, { tone: ok ? 'good' : 'bad' })
    }, 'The provider was not tested.')

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-3 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium" dir="auto">
            {provider.name}
          </span>
          {provider.client_id === null ? (
            <Badge tone="warn">Not set up</Badge>
          ) : provider.enabled ? (
            provider.listed && <Badge tone="accent">For all users</Badge>
          ) : (
            <Badge>Off</Badge>
          )}
        </span>
        <span className="block truncate text-ink-3 text-xs">
          {provider.issuer} · {counted(provider.people, 'account')}
        </span>
      </span>
      <span className="flex gap-1">
        <Button size="sm" look="quiet" busy={busy} onClick={() => void test()}>
          Test
        </Button>
        <Button size="sm" look="quiet" aria-label={`Change ${provider.name}`} onClick={onOpen}>
          Change
        </Button>
        <Button size="sm" look="quiet" aria-label={`Delete ${provider.name}`} onClick={onDelete}>
          Delete
        </Button>
      </span>
    </li>
  )
}
