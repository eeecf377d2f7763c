// Budgets and amounts in words, and reading amounts as people type them.
import type { Schemas } from '../../api/shapes.ts'
import { money } from '../../ui/format.ts'

export const PERIODS: { value: Schemas['Budget']['period']; label: string; words: string }[] = [
  { value: 'month', label: 'A month (UTC)', words: 'a month' },
  { value: 'day', label: 'A day (UTC)', words: 'a day' },
  { value: 'run', label: 'Each run', words: 'for each run' },
  { value: 'total', label: 'In all', words: 'in all' },
]

export const SCOPES: { value: Schemas['Budget']['scope']; label: string }[] = [
  { value: 'workspace', label: 'The whole workspace' },
  { value: 'workbook', label: 'A workbook' },
  { value: 'column', label: 'A column' },
  { value: 'user', label: 'A person' },
  { value: 'token', label: 'Rows that came by an ingest token' },
]

/** "The whole workspace", "Workbook Leads": what a budget is for. What is gone is said to be gone. */
export function subjectWords({ scope, name }: Pick<Schemas['Budget'], 'scope' | 'name'>): string {
  if (scope === 'workspace') return 'The whole workspace'
  const what = { workbook: 'workbook', column: 'column', user: 'person', token: 'token' }[scope]
  if (name === null) return `A ${what} that is gone`
  return scope === 'token' ? `Rows by ${name}` : name
}

export function limitWords({ limit_usd, period }: Pick<Schemas['Budget'], 'limit_usd' | 'period'>): string {
  return `${money(limit_usd)} ${PERIODS.find(({ value }) => value === period)?.words}`
}

/** The budgets that a run of these columns by this person draws on: the tightest first. */
export function bindingBudgets(
  budgets: readonly Schemas['Budget'][],
  { workbookId, columnIds, userId }: { workbookId: string; columnIds: readonly string[]; userId: number | null },
): Schemas['Budget'][] {
  const binds = (one: Schemas['Budget']) => {
    if (one.scope === 'workspace') return true
    if (one.scope === 'user') return one.user_id === userId
    if (one.workbook_id !== workbookId) return false
    return one.scope === 'workbook' || (one.scope === 'column' && columnIds.includes(one.column_id ?? ''))
  }
  return budgets.filter(binds).sort((a, b) => a.left_usd - b.left_usd)
}

const OWN: Record<Schemas['Budget']['scope'], string> = {
  workspace: 'The whole workspace',
  workbook: 'This workbook',
  column: 'The column',
  user: 'Yours',
  token: 'The token',
}

/** "This workbook: $3.20 left of $10.00 a month". */
export function leftWords(budget: Schemas['Budget']): string {
  const { scope, name, left_usd, period } = budget
  const whose = scope === 'column' && name ? `“${name.split(' → ').at(-1)}”` : OWN[scope]
  const limit = limitWords(budget)
  const words = `${whose}: ${period === 'run' ? `at most ${limit}` : `${money(left_usd)} left of ${limit}`}`
  return budget.kind === 'hard' ? words : `${words} (only tells)`
}

/** What happens at the limit, in one sentence. */
export function effectWords({
  kind,
  limit_usd,
  allow_unknown_prices,
}: Omit<Schemas['BudgetUpdate'], 'scope' | 'period'>): string {
  if (kind === 'soft') return 'It stops nothing. All members are notified at 80 % and at 100 %, once in each period.'
  const unknown = allow_unknown_prices
    ? 'Lookups with an unknown price are called too, and no sum includes them.'
    : 'Lookups with an unknown price are not called.'
  if (limit_usd === 0) return `No call that costs anything is made. ${allow_unknown_prices ? '' : unknown}`.trim()
  return `No call is made that could go past it; cells that wait for one become “stopped by a budget” and can be run again. ${unknown}`
}

export type BudgetTone = 'good' | 'near' | 'over'

/** The state of a budget: near its limit from 80 percent, reached at 100. */
export function toneOf({ share, left_usd, limit_usd, spent_usd }: Schemas['Budget']): BudgetTone {
  if (share >= 100 || (left_usd === 0 && limit_usd > 0 && spent_usd > 0)) return 'over'
  return share >= 80 ? 'near' : 'good'
}

/** The shares of a limit that are spent, unconfirmed and reserved, in percent; together never more than 100. */
export function partsOf({ spent_usd, uncertain_usd, reserved_usd, limit_usd }: Schemas['Budget']) {
  let room = 100
  return (
    [
      ['spent', spent_usd],
      ['unconfirmed', uncertain_usd],
      ['reserved', reserved_usd],
    ] as const
  ).map(([name, usd]) => {
    const share = limit_usd > 0 ? Math.min(room, (usd / limit_usd) * 100) : usd > 0 ? room : 0
    room -= share
    return { name, usd, share }
  })
}

/** US dollars as typed, such as "12.50", "$1,200" or "0,005"; undefined for what is no amount with at most six decimals. */
export function readAmount(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$\s*/, '')
  const plain = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
  return /^\d{1,9}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined
}

/** The words of the banner for budgets that are nearly or wholly used; null when none is. */
export function warningWords(budgets: readonly Schemas['Budget'][]): { tone: 'near' | 'over'; words: string } | null {
  const worst = budgets
    .filter((one) => toneOf(one) !== 'good')
    .sort((a, b) => Number(b.kind === 'hard') - Number(a.kind === 'hard') || b.share - a.share)
  const [first] = worst
  if (!first) return null
  const tone = toneOf(first) === 'over' ? 'over' : 'near'
  const used = tone === 'over' ? 'is used up' : `is ${Math.floor(first.share)}% used`
  const stops = first.kind === 'hard' && tone === 'over' ? ' Calls that cost money are stopped.' : ''
  const more =
    worst.length > 1 ? ` ${worst.length - 1} more ${worst.length === 2 ? 'is' : 'are'} nearly or wholly used.` : ''
  return { tone, words: `The budget ${limitWords(first)} for ${forWords(first)} ${used}.${stops}${more}` }
}

const forWords = (one: Schemas['Budget']) =>
  one.scope === 'workspace' ? 'the whole workspace' : `“${subjectWords(one)}”`
