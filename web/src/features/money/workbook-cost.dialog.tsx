// The cost of a workbook, by lookup and by user, and its spending limit.

import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { counted, money } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { effectWords, limitWords, readAmount, subjectWords } from './budget.logic.ts'
import { BudgetBar } from './budget-bar.tsx'
import { CostSums } from './cost-sums.tsx'
import { putWorkbookBudget, workbookCostQuery } from './money.queries.ts'

interface Props {
  workbook: { id: string; name: string }
  editable: boolean
  onClose: () => void
}

export function WorkbookCostDialog({ workbook, editable, onClose }: Props) {
  const cost = useQuery({ ...workbookCostQuery(workbook.id), staleTime: 0 })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Cost of ${workbook.name}`}>
      {cost.data ? (
        <Cost cost={cost.data} editable={editable} />
      ) : cost.isError ? (
        <FormError>What it has cost could not be loaded. Nothing was changed.</FormError>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

function Cost({ cost, editable }: { cost: Schemas['WorkbookCost']; editable: boolean }) {
  const { total, month, today, budgets } = cost
  const facts = [
    ['In all', money(total.spent_usd)],
    ['This month', money(month.spent_usd)],
    ['Today', money(today.spent_usd)],
    ...(total.uncertain_usd > 0 ? [['Unconfirmed', money(total.uncertain_usd)]] : []),
    ...(total.unpriced > 0 ? [['Of unknown price', counted(total.unpriced, 'call')]] : []),
  ]
  return (
    <div className="flex flex-col gap-6">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-3 text-xs">{name}</dt>
            <dd className="font-semibold text-lg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {budgets.map((budget) => (
        <div key={budget.id}>
          <p className="mb-1.5 text-sm">
            <span className="font-medium">{budget.scope === 'workbook' ? 'Budget' : subjectWords(budget)}</span>{' '}
            {limitWords(budget)}, {budget.kind === 'hard' ? 'stops' : 'only tells'}
          </p>
          {budget.period !== 'run' && <BudgetBar budget={budget} />}
        </div>
      ))}
      {editable && <Limit cost={cost} />}
      {total.calls > 0 && (
        <div className="grid gap-6 sm:grid-cols-2">
          <CostSums title="By provider" items={cost.by_provider} />
          <CostSums title="By column" items={cost.by_column} />
        </div>
      )}
    </div>
  )
}

function Limit({ cost }: { cost: Schemas['WorkbookCost'] }) {
  const { values, set, busy, submit, fields, words } = useForm({ max_usd: String(cost.max_usd ?? '') })
  const limit = readAmount(values.max_usd)
  const wanted = values.max_usd.trim() === '' ? null : limit
  async function save(event: FormEvent) {
    event.preventDefault()
    if (wanted !== undefined) await submit(() => putWorkbookBudget(cost.workbook_id, wanted))
  }
  return (
    <form onSubmit={save} noValidate>
      <Field
        label="The most that may be spent on it in all"
        hint={
          wanted === null
            ? 'Empty: no limit.'
            : effectWords({ kind: 'hard', limit_usd: limit ?? 1, allow_unknown_prices: false })
        }
        error={fields.max_usd ?? (wanted === undefined ? 'An amount such as 50 or 0.25, or nothing.' : undefined)}
      >
        <span className="flex items-center gap-2">
          <span aria-hidden className="text-ink-3">
            $
          </span>
          <Input
            inputMode="decimal"
            value={values.max_usd}
            placeholder="no limit"
            className="max-w-36 tabular-nums"
            onChange={(event) => set({ max_usd: event.target.value })}
          />
          <Button type="submit" busy={busy} disabled={wanted === undefined || wanted === cost.max_usd}>
            {wanted === null && cost.max_usd !== null ? 'Take the limit away' : 'Set the limit'}
          </Button>
        </span>
      </Field>
      <FormError>{words}</FormError>
    </form>
  )
}
