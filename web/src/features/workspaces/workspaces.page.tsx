// Every workspace of the user in one list: who is in it, what it spends, what failed and what is missing, with acts for several at once.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, KeyRound, Wallet } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { count, counted, money } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { WorkspaceIcon } from '../../ui/workspace-icon.tsx'
import { roleTitle } from '../settings/roles.logic.ts'
import { Frame, Loaded, SettingsPage } from '../settings/settings-page.tsx'
import { type Gift, GiveDialog } from './give.dialog.tsx'
import { byTrouble, findWorkspaces, keyWords, TROUBLES, type Trouble, troubleWords } from './overview.logic.ts'
import { overviewQuery } from './workspaces.queries.ts'

const figureLink = 'rounded-sm underline-offset-2 hover:underline'

const columns: ListColumn<Schemas['WorkspaceOverview']>[] = [
  {
    key: 'name',
    title: 'Workspace',
    sort: (a, b) => a.name.localeCompare(b.name),
    render: (one) => (
      <Link
        to="/w/$workspace"
        params={{ workspace: one.slug }}
        className="flex min-w-0 items-center gap-2.5 hover:underline"
      >
        <WorkspaceIcon workspace={one} />
        <span className="min-w-0">
          <span className="block truncate" dir="auto">
            {one.name}
          </span>
          {troubleWords(one) && (
            <span className="block whitespace-normal text-bad text-xs sm:hidden">{troubleWords(one)}</span>
          )}
        </span>
      </Link>
    ),
  },
  { key: 'role', title: 'Your role', width: 'w-20', from: 'lg', render: ({ role }) => roleTitle(role) },
  {
    key: 'members',
    title: 'Members',
    width: 'w-20',
    align: 'end',
    from: 'md',
    sort: (a, b) => b.member_count - a.member_count,
    render: (one) => (
      <Link to={`/w/${one.slug}/settings/members` as string} className={figureLink}>
        {count(one.member_count)}
      </Link>
    ),
  },
  {
    key: 'spent',
    title: 'Spent this month',
    width: 'w-40',
    align: 'end',
    sort: (a, b) => (b.figures?.spent_month_usd ?? 0) - (a.figures?.spent_month_usd ?? 0),
    render: ({ slug, figures }) =>
      figures && (
        <Link to={`/w/${slug}/settings/budgets` as string} className={figureLink}>
          {money(figures.spent_month_usd)}
          {figures.budget ? (
            <span className={figures.budget.share >= 80 ? 'text-warn' : 'text-ink-3'}>
              {` of ${money(figures.budget.limit_usd)} (${figures.budget.share}%)`}
            </span>
          ) : (
            <span className="text-ink-3">, no budget</span>
          )}
        </Link>
      ),
  },
  {
    key: 'failed',
    title: 'Failed runs',
    width: 'w-24',
    align: 'end',
    from: 'sm',
    sort: (a, b) => (b.figures?.failed_runs ?? 0) - (a.figures?.failed_runs ?? 0),
    render: ({ slug, figures }) =>
      figures &&
      (figures.failed_runs > 0 ? (
        <Link to="/w/$workspace" params={{ workspace: slug }}>
          <Badge tone="bad">{count(figures.failed_runs)}</Badge>
        </Link>
      ) : (
        <span className="text-ink-3">0</span>
      )),
  },
  {
    key: 'keys',
    title: 'Missing keys',
    width: 'w-40',
    from: 'sm',
    sort: (a, b) => (b.figures?.missing_keys.length ?? 0) - (a.figures?.missing_keys.length ?? 0),
    render: ({ slug, figures }) =>
      figures &&
      (figures.missing_keys.length > 0 ? (
        <Link to={`/w/${slug}/settings/integrations` as string} title={keyWords(figures)} className={figureLink}>
          {keyWords(figures)}
        </Link>
      ) : (
        <span className="text-ink-3">None</span>
      )),
  },
  timeColumn({
    key: 'at',
    title: 'Last change',
    width: 'w-28',
    from: 'lg',
    at: ({ figures }) => figures?.last_activity_at,
  }),
]

const GIFTS: { gift: Gift; icon: typeof Wallet; label: string }[] = [
  { gift: 'budget', icon: Wallet, label: 'Set a budget' },
  { gift: 'key', icon: KeyRound, label: 'Enter a key' },
  { gift: 'definition', icon: Copy, label: 'Copy a definition' },
]

export function WorkspacesPage() {
  const overview = useQuery(overviewQuery())
  const [question, setQuestion] = useState('')
  const [trouble, setTrouble] = useState<Trouble>('any')
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [gift, setGift] = useState<Gift | null>(null)
  return (
    <SettingsPage page="workspaces" wide>
      <Loaded query={overview} what="Your workspaces" skeleton={<ListSkeleton rows={6} />}>
        {(items) => {
          const found = findWorkspaces(items, question, trouble)
          // What the filter hides is not given anything.
          const chosen = found.filter(({ id }) => selected.has(id))
          const closed = items.filter(({ no_figures }) => no_figures === 'second_factor')
          const failed = items.filter(({ no_figures }) => no_figures === 'failed')
          return (
            <>
              <div className="-mb-4 flex flex-wrap items-center gap-3">
                <Input
                  type="search"
                  aria-label="Filter workspaces"
                  placeholder="Filter workspaces"
                  className="w-64!"
                  value={question}
                  onChange={(event) => setQuestion(event.target.value)}
                />
                <Field label="Show" hideLabel>
                  <Select value={trouble} onChange={(event) => setTrouble(event.target.value as Trouble)}>
                    {TROUBLES.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label} ({byTrouble(items, value).length})
                      </option>
                    ))}
                  </Select>
                </Field>
                <span role="status" className="text-ink-3 text-sm">
                  {chosen.length > 0
                    ? `${chosen.length} selected`
                    : `${counted(items.length, 'workspace')}, ${money(items.reduce((sum, { figures }) => sum + (figures?.spent_month_usd ?? 0), 0))} this month`}
                </span>
                {chosen.length > 0 && (
                  <span className="flex flex-wrap gap-2">
                    {GIFTS.map((one) => (
                      <Button key={one.gift} icon={one.icon} onClick={() => setGift(one.gift)}>
                        {one.label}
                      </Button>
                    ))}
                  </span>
                )}
              </div>
              {found.length === 0 ? (
                <p className="text-ink-3">No workspace matches.</p>
              ) : (
                <Frame>
                  <DataList
                    label="Your workspaces"
                    items={found}
                    columns={columns}
                    id={({ id }) => id}
                    name={({ name }) => name}
                    selected={selected}
                    onSelect={setSelected}
                  />
                </Frame>
              )}
              {closed.length > 0 && (
                <p className="text-ink-2 text-sm">
                  {closed.map(({ name }) => name).join(', ')}: figures are shown to a login with a second factor, which
                  you set up under Profile.
                </p>
              )}
              {failed.length > 0 && (
                <p className="text-ink-2 text-sm">
                  {failed.map(({ name }) => name).join(', ')}: figures could not be read now. Open this page again
                  later.
                </p>
              )}
              {gift && <GiveDialog gift={gift} workspaces={chosen} onClose={() => setGift(null)} />}
            </>
          )
        }}
      </Loaded>
    </SettingsPage>
  )
}
