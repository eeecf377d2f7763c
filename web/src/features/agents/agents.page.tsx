// Access tokens: what scripts send to the API and AI clients to MCP, what each may do and spend, and how to use them.

import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { money } from '../../ui/format.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { type FormField, optionsOf } from '../../ui/forms/form-fields.logic.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { TimeAgo } from '../../ui/time.tsx'
import { readAmount } from '../money/budget.logic.ts'
import { Frame, Loaded, NoPermission, Section, SettingsPage } from '../settings/settings-page.tsx'
import { TokenDialog } from '../settings/token.dialog.tsx'
import { makeToken, revokeToken, type TokenCapability, tokensQuery, toolsQuery } from './agents.queries.ts'
import { capabilityField } from './capability-field.ts'

export function AgentsPage() {
  const workspace = useWorkspace()
  return (
    <SettingsPage page="agents" wide>
      {roleReaches(workspace.role, 'admin') ? <Agents /> : <NoPermission needs="admin" what="access tokens" />}
    </SettingsPage>
  )
}

const ENDS = [
  { days: 7, label: 'In 7 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In one year' },
]

const PERIODS = { total: 'in all', month: 'a month', day: 'a day' } as const

const BUDGET: readonly FormField[] = [
  {
    name: 'budget_usd',
    kind: 'number',
    label: 'Budget',
    unit: 'USD',
    isOptional: true,
    isShort: true,
    hint: 'The most it may cause to be spent; 0 allows only what is free. Empty: the budgets of the workspace hold.',
  },
  {
    name: 'budget_period',
    kind: 'choice',
    label: 'Budget counts',
    options: optionsOf({ total: 'In all', month: 'Each month', day: 'Each day' }),
  },
]

/** The token, and how it is used: by a script, and in the AI clients that most people use. */
function copiesOf({ token, url, curl }: Schemas['McpTokenMade']) {
  const headers = { Authorization: `Bearer ${token}` }
  return [
    { label: 'Token', value: token },
    {
      label: 'A first call of the API',
      value: curl,
      hint: 'Paste it into a terminal. /docs lists what else there is to call.',
    },
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
        named="the script or AI client that uses it"
        start={{
          capabilities: ['workbooks:read', 'leads:read', 'signals:read'] as readonly TokenCapability[],
          budget_usd: '',
          budget_period: 'total',
        }}
        fields={[capabilityField(), ...BUDGET]}
        ends={ENDS}
        isReady={({ capabilities, budget_usd }) =>
          capabilities.length > 0 && (budget_usd.trim() === '' || readAmount(budget_usd) !== undefined)
        }
        make={({ name, capabilities, budget_usd, budget_period, days }) =>
          makeToken({
            name,
            capabilities: [...capabilities],
            budget_usd: readAmount(budget_usd) ?? null,
            budget_period: budget_period as keyof typeof PERIODS,
            expires_in_days: days,
          })
        }
        entered="it in the script or client"
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
        <p>The script or client that uses it is refused from its next call on. Its changes stay.</p>
      </ConfirmDialog>
    ),
  })
  return (
    <>
      <Section
        title="Addresses"
        about="Scripts call the API, and AI clients connect to the MCP server, each with a token of its own in the header Authorization, behind “Bearer”."
      >
        <div className="flex max-w-2xl flex-col gap-4">
          <CopyField
            label="API"
            value={location.origin}
            hint="Its operations are described at /docs; what a token needs for each is in /openapi.json."
          />
          <CopyField label="MCP server" value={tools.data?.url ?? `${location.origin}/mcp`} />
        </div>
      </Section>
      <Section
        title="Tokens"
        about="A token acts on behalf of its maker: never more than their role allows at that moment. Every change is in the audit log."
        action={
          <Button look="primary" icon={KeyRound} onClick={() => open.make()}>
            Create token
          </Button>
        }
      >
        <Loaded query={tokens} what="The tokens" skeleton={<ListSkeleton rows={2} />}>
          {(items) =>
            items.length === 0 ? (
              <p className="text-ink-3">No tokens yet, so no script or AI client can connect.</p>
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
        about="What an AI client can do. It sees only the tools that its token and the role of its maker allow."
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

const spentWords = ({ budget }: Schemas['McpToken']) =>
  budget ? `${money(budget.spent_usd)} of ${money(budget.limit_usd)} ${PERIODS[budget.period]}` : 'No budget'

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
            {one.name}
          </span>
          <span className="block truncate text-ink-3 text-xs" title={one.capabilities.join(', ')}>
            <span className="font-mono">{one.prefix}…</span> · {one.capabilities.join(', ')}
          </span>
          {/* Where there is no room for columns of their own. */}
          <span className="block text-ink-3 text-xs md:hidden">
            {spentWords(one)} ·{' '}
            {one.last_used_at ? (
              <>
                used <TimeAgo at={one.last_used_at} />
              </>
            ) : (
              'never used'
            )}
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
    {
      key: 'budget',
      title: 'Spent',
      width: 'w-40',
      from: 'md',
      render: (one) => <span className="text-ink-2">{spentWords(one)}</span>,
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
