// Budgets: the balance of the workspace today, every limit with its usage, and what happens when it is reached.

import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, Wallet } from 'lucide-react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { count, money } from '../../ui/format.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Frame, Loaded, ReadOnlyNote, SettingsPage } from '../settings/settings-page.tsx'
import { BudgetDialog, subjectOf } from './budget.dialog.tsx'
import { effectWords, limitWords, subjectWords, warningWords } from './budget.logic.ts'
import { BudgetBar } from './budget-bar.tsx'
import { balanceQuery, putBudget } from './money.queries.ts'

export function BudgetsPage() {
  const workspace = useWorkspace()
  const balance = useQuery(balanceQuery())
  const { open, dialog } = useDialogs({
    edit: (close, budget?: Schemas['Budget']) => <BudgetDialog budget={budget} onClose={close} />,
    remove: (close, budget: Schemas['Budget']) => <Remove budget={budget} onClose={close} />,
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  useEvents({ types: ['run.*', 'budget.*'] }, () => invalidateSoon(balanceQuery().queryKey))
  useOffered(mayEdit, 'new-budget', () => open.edit())
  const add = mayEdit && (
    <Button look="primary" icon={Plus} onClick={() => open.edit()}>
      Add a budget
    </Button>
  )
  return (
    <SettingsPage page="budgets" action={add} wide>
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={balance} what="The budgets" skeleton={<ListSkeleton rows={3} />}>
        {(data) => (
          <>
            <Standing balance={data} />
            {data.budgets.length === 0 ? (
              <EmptyState icon={Wallet} title="No budgets yet">
                Budgets are checked before each paid call, so spending never exceeds them. A run can also be given a
                limit of its own when it is started.
              </EmptyState>
            ) : (
              <Frame>
                <ul className="divide-y">
                  {data.budgets.map((budget) => (
                    <Row key={budget.id} budget={budget} open={mayEdit ? open : undefined} />
                  ))}
                </ul>
              </Frame>
            )}
          </>
        )}
      </Loaded>
      {dialog}
    </SettingsPage>
  )
}

function Standing({ balance }: { balance: Schemas['Balance'] }) {
  const warning = warningWords(balance.budgets)
  const facts = [
    ['Spent today', money(balance.today.spent_usd)],
    ['Spent this month', money(balance.month.spent_usd)],
    ['Reserved', money(balance.reserved_usd)],
    ['Unconfirmed', money(balance.uncertain_usd)],
    ...(balance.month.unpriced > 0 ? [['Calls of unknown price this month', count(balance.month.unpriced)]] : []),
  ]
  return (
    <>
      {warning && (
        <p
          role="status"
          className={
            warning.tone === 'over'
              ? 'rounded-md bg-bad-soft px-3 py-2 text-bad'
              : 'rounded-md bg-warn-soft px-3 py-2 text-warn'
          }
        >
          {warning.words}
        </p>
      )}
      <div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-3 text-xs">{name}</dt>
              <dd className="font-semibold text-lg tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-ink-3 text-xs">
          Days and months are in UTC. Unconfirmed: the most that calls without an answer can have cost.
        </p>
      </div>
    </>
  )
}

interface RowProps {
  budget: Schemas['Budget']
  open: { edit: (budget: Schemas['Budget']) => void; remove: (budget: Schemas['Budget']) => void } | undefined
}

function Row({ budget, open }: RowProps) {
  const name = `${subjectWords(budget)}, ${limitWords(budget)}`
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium" dir="auto">
            {subjectWords(budget)}
          </span>
          <span className="text-ink-2 tabular-nums">{limitWords(budget)}</span>
          <Badge tone={budget.kind === 'hard' ? 'accent' : 'plain'}>
            {budget.kind === 'hard' ? 'Stops' : 'Only tells'}
          </Badge>
        </p>
        {budget.period !== 'run' && (
          <div className="mt-2 max-w-xl">
            <BudgetBar budget={budget} />
          </div>
        )}
        <p className="mt-1.5 max-w-2xl text-ink-3 text-sm">{effectWords(budget)}</p>
      </div>
      {open && (
        <span className="flex shrink-0 gap-1">
          <IconButton icon={Pencil} size="sm" label={`Change: ${name}`} onClick={() => open.edit(budget)} />
          <IconButton icon={Trash2} size="sm" label={`Take away: ${name}`} onClick={() => open.remove(budget)} />
        </span>
      )}
    </li>
  )
}

function Remove({ budget, onClose }: { budget: Schemas['Budget']; onClose: () => void }) {
  const { period, kind } = budget
  return (
    <ConfirmDialog
      title="Take this budget away?"
      action="Take it away"
      run={() => putBudget({ ...subjectOf(budget), period, kind, limit_usd: null, allow_unknown_prices: false })}
      onClose={onClose}
    >
      <p>
        {subjectWords(budget)}: {limitWords(budget)}. From the next call on it limits nothing. What was spent stays in
        the ledger.
      </p>
    </ConfirmDialog>
  )
}
