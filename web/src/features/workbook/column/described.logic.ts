// A column that was made of a sentence: what it is and costs in words, and whether a form can take it over.
import type { Column, Schemas } from '../../../api/shapes.ts'
import { money } from '../../../ui/format.ts'
import { asksModel } from '../../columns/custom-kinds.logic.ts'

export type ColumnSuggestion = Schemas['GeneratedColumn']

export function costWords({ column, cost_per_row: { low_usd, high_usd, has_unknown } }: ColumnSuggestion): string {
  if (column.type === 'formula') return 'Free: it is calculated'
  const low = low_usd === 0 ? 'Free' : money(low_usd)
  const words = high_usd > low_usd ? `${low} to ${money(high_usd)}` : low
  const model = asksModel(column) ? 'what the model costs' : 'an unknown price'
  if (!has_unknown) return `${words} per row`
  return high_usd === 0 ? `For each row ${model}` : `${words} per row, and ${model}`
}

/** What the column does, line by line, as its settings say it. */
export function linesOf({ column }: ColumnSuggestion): { label: string; text: string }[] {
  const text = (member: string) => (typeof column[member] === 'string' ? (column[member] as string) : '')
  const steps = (column.steps as { provider: string }[] | undefined) ?? []
  const fields = (column.fields as { name: string }[] | undefined) ?? []
  return [
    { label: 'Formula', text: text('expression') },
    { label: 'Prompt', text: text('prompt') },
    { label: 'Answers', text: column.type === 'http' ? '' : fields.map(({ name }) => name).join(', ') },
    { label: 'Asks', text: column.type === 'http' ? `${text('method')} ${text('url')}` : text('model') },
    { label: 'Body', text: text('body') },
    { label: 'Asks', text: text('provider') || steps.map(({ provider }) => provider).join(', then ') },
  ].filter((line) => line.text.trim() !== '')
}

/** As forms read a column: it has no id before it is saved. */
export const asColumn = ({ column }: ColumnSuggestion): Column => ({ ...column, id: '' }) as unknown as Column
