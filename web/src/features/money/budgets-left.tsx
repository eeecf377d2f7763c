// What is left of the budgets that a run would draw on: said where spending is decided.
import { useQuery } from '@tanstack/react-query'
import { cx } from '../../ui/classes.ts'
import { money } from '../../ui/format.ts'
import { meQuery } from '../settings/settings.queries.ts'
import { bindingBudgets, leftWords } from './budget.logic.ts'
import { balanceQuery } from './money.queries.ts'

interface Props {
  workbookId: string
  columnIds: readonly string[]
  /** What it is expected to cost, in US dollars; 0 where that is not the question. */
  expected?: number
}

export function BudgetsLeft({ workbookId, columnIds, expected = 0 }: Props) {
  const balance = useQuery(balanceQuery())
  const me = useQuery(meQuery)
  const budgets = bindingBudgets(balance.data?.budgets ?? [], { workbookId, columnIds, userId: me.data?.id ?? null })
  if (budgets.length === 0) return null
  return (
    <div className="mt-4 text-sm">
      <h3 className="mb-1 font-medium text-ink-2">Budgets</h3>
      <ul className="flex flex-col gap-1">
        {budgets.map((one) => {
          const isShort = one.period !== 'run' && one.left_usd < expected
          return (
            <li key={one.id} className={cx(isShort && (one.kind === 'hard' ? 'text-bad' : 'text-warn'))}>
              {leftWords(one)}
              {isShort && one.kind === 'hard' && `, less than the ${money(expected)} expected: the run stops there`}
              {isShort && one.kind === 'soft' && `, less than the ${money(expected)} expected`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
