// AI clients: tokens by which programs such as Claude or Cursor work in this workspace, and how to connect them.

import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { Frame, Loaded, NoPermission, Section, SettingsPage } from '../settings/settings-page.tsx'
import { TokenDialog } from '../settings/token.dialog.tsx'
import { makeToken, revokeToken, type TokenCapability, tokensQuery, toolsQuery } from './agents.queries.ts'
import { capabilityField } from './capability-field.ts'

export function AgentsPage() {
  const workspace = useWorkspace()
  return (
    <SettingsPage page="agents" wide>
      {roleReaches(workspace.role, 'admin') ? <Agents /> : <NoPermission needs="admin" what="tokens for AI clients" />}
    </SettingsPage>
  )
}

const ENDS = [
  { days: 7, label: 'In 7 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In one year' },
]

/** The token, and how it is entered in the clients that most people use. */
function copiesOf({ token, url }: Schemas['McpTokenMade']) {
  const headers = { Authorization: `Bearer ${token}` }
  return [
    { label: 'Token', value: token },
    {
      label: 'Claude Code',
      value: `claude mcp add --transport http millrace ${url} --header "Authorization: Bearer ${token}"`,
    },
    {
      label: 'Cursor and others, as mcp.json',
      value: JSON.stringify({ mcpServers: { millrace: { type: 'http', url, headers } } }),
      hint: 'In Cursor: Settings → MCP → Add a server.',
    },
  ]
}

function Agents() {
  const tokens = useQuery(tokensQuery())
  const tools = useQuery(toolsQuery())
  const { open, dialog } = useDialogs({
    make: (close) => (
      <TokenDialog
        named="the name of the client"
        start={{ capabilities: ['workbooks:read', 'leads:read', 'signals:read'] as readonly TokenCapability[] }}
        fields={[capabilityField()]}
        ends={ENDS}
        isReady={({ capabilities }) => capabilities.length > 0}
        make={({ name, capabilities, days }) =>
          makeToken({ name, capabilities: [...capabilities], expires_in_days: days })
        }
        entered="it in the client"
        copies={copiesOf}
        onClose={close}
      />
    ),
    revoke: (close, token: Schemas['McpToken']) => (
      <ConfirmDialog
        title={`Revoke “${token.name}”?`}
        action="Revoke token"
        run={() => revokeToken(token.id)}
        onClose={(done) => {
          close()
          if (done) toast(`The token “${token.name}” was revoked`)
        }}
      >
        <p>The client that uses it is rejected from its next call on. Its changes stay.</p>
      </ConfirmDialog>
    ),
  })
  return (
    <>
      <Section
        title="Address"
        about="AI clients that speak the Model Context Protocol connect here, with a token of their own."
      >
        <div className="max-w-2xl">
          <CopyField label="MCP server" value={tools.data?.url ?? `${location.origin}/mcp`} />
        </div>
      </Section>
      <Section
        title="Tokens"
        about="A token acts on behalf of its maker: never more than their role allows at that moment. Every call is in the audit log."
        action={
          <Button look="primary" icon={KeyRound} onClick={() => open.make()}>
            Create token
          </Button>
        }
      >
        <Loaded query={tokens} what="The tokens" skeleton={<ListSkeleton rows={2} />}>
          {(items) =>
            items.length === 0 ? (
              <p className="text-ink-3">No tokens yet, so no AI client can connect.</p>
            ) : (
              <Frame>
                <TokenList tokens={items} onRevoke={open.revoke} />
              </Frame>
            )
          }
        </Loaded>
      </Section>
      <Section
        title="Tools"
        about="What a client can do. It sees only the tools that its token and the role of its maker allow."
      >
        <Loaded query={tools} what="The tools" skeleton={<ListSkeleton rows={4} />}>
          {({ items }) => (
            <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              {items.map((tool) => (
                <li key={tool.name} className="min-w-0 text-sm">
                  <span className="font-mono">{tool.name}</span>{' '}
                  <span className="text-ink-3 text-xs">{tool.capability}</span>
                  <span className="block truncate text-ink-2" title={tool.description}>
                    {tool.description}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
      {dialog}
    </>
  )
}

function TokenList({
  tokens,
  onRevoke,
}: {
  tokens: Schemas['McpToken'][]
  onRevoke: (token: Schemas['McpToken']) => void
}) {
  const columns: ListColumn<Schemas['McpToken']>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => a.name.localeCompare(b.name),
      render: (one) => (
        <span className="block min-w-0 py-1">
          <span className="block truncate font-medium" dir="auto">
            {one.name} <span className="font-mono font-normal text-ink-3 text-xs">{one.prefix}…</span>
          </span>
          <span className="block truncate text-ink-3 text-xs" title={one.capabilities.join(', ')}>
            {one.capabilities.join(', ')}
          </span>
        </span>
      ),
    },
    {
      key: 'user',
      title: 'For',
      width: 'w-32',
      from: 'sm',
      render: (one) => <span className="text-ink-2">{one.user.username}</span>,
    },
    timeColumn({ key: 'used', title: 'Last used', from: 'sm', at: (one) => one.last_used_at, none: 'Never' }),
    timeColumn({ key: 'ends', title: 'Ends', at: (one) => one.expires_at, isAhead: true, none: 'Never' }),
  ]
  return (
    <DataList
      label="Tokens"
      items={tokens}
      id={(one) => one.id}
      name={(one) => one.name}
      columns={columns}
      sortedBy="name"
      menu={(token) => [{ label: 'Revoke', danger: true, onSelect: () => onRevoke(token) }]}
    />
  )
}
