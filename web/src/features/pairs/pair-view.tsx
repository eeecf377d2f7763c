// Two records side by side: what agrees, what differs, and what of them is kept, chosen by a click.
import { Check } from 'lucide-react'
import { cx } from '../../ui/classes.ts'
import type { PairSide, ReviewPair, ShownField, Tone } from './pair.logic.ts'

interface Props {
  pair: ReviewPair
  /** The id of the chosen side by field, or under `record`; absent where nothing was chosen. */
  chosen: Readonly<Record<string, string>>
  onChoose: ((key: string, side: string) => void) | null
}

const tones: Record<Tone, string> = { same: 'bg-ok', near: 'bg-warn-mark', differs: 'bg-bad', one: 'bg-line' }
const words: Record<Tone, string> = { same: 'same', near: 'similar', differs: 'different', one: 'not compared' }

/** As high as its row, so that a choice in it fills it. */
const SIDE = 'h-px align-top [overflow-wrap:anywhere] sm:border-l max-sm:h-auto max-sm:[&:last-child]:border-l'

export function PairView({ pair, chosen, onChoose }: Props) {
  return (
    <div className="overflow-hidden rounded-lg border">
      {/* On a phone a field stands above its two values, which share the width. */}
      <table className="w-full table-fixed border-collapse text-sm max-sm:block">
        <caption className="sr-only">The two records</caption>
        <colgroup className="max-sm:hidden">
          <col className="w-48" />
          <col />
          <col />
        </colgroup>
        <thead className="max-sm:block">
          <tr className="border-b bg-hover font-medium max-sm:grid max-sm:grid-cols-2">
            <th scope="col" className="px-3 py-2 text-left align-top font-medium text-ink-3 max-sm:sr-only">
              Field
            </th>
            {pair.sides.map((side, at) => (
              <SideHead key={side.id} {...{ pair, side, chosen, onChoose }} isFirst={at === 0} />
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {pair.fields.map((field) => (
            <FieldRow key={field.key} {...{ field, pair, chosen, onChoose }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SideHead({ pair, side, isFirst, chosen, onChoose }: Props & { side: PairSide; isFirst: boolean }) {
  const stays = chosen.record === undefined ? isFirst : chosen.record === side.id
  const text = (
    <span className="min-w-0 flex-1">
      {side.name}
      {side.note !== null && <span className="ml-2 font-normal text-ink-3">{side.note}</span>}
      {pair.choice === 'record' && (
        <span className="block font-normal text-ink-3 text-xs">{stays ? 'Stays' : 'Is merged into the other'}</span>
      )}
    </span>
  )
  const canChoose = pair.choice === 'record' && onChoose !== null
  return (
    <th scope="col" dir="auto" className={cx(SIDE, 'text-left font-medium', !canChoose && 'px-3 py-2')}>
      {canChoose ? (
        <Choice title="Keep this row" isChosen={stays} onChoose={() => onChoose('record', side.id)}>
          {text}
        </Choice>
      ) : (
        text
      )}
    </th>
  )
}

function FieldRow({ field, pair, chosen, onChoose }: Props & { field: ShownField }) {
  const { agreement, weight, tone } = field
  return (
    <tr className="border-b last:border-b-0 max-sm:grid max-sm:grid-cols-2">
      <th scope="row" className="px-3 py-2 text-left align-top font-normal text-ink-2 max-sm:col-span-2 max-sm:pb-0">
        <span className="flex items-start gap-2">
          <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', tones[tone])} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span dir="auto">{field.label}</span>
            <span className="block text-ink-3 text-xs">
              {agreement ?? words[tone]}
              {weight !== null && (
                <span title="Weight in bits: positive speaks for a match, negative against it" className="tabular-nums">
                  {' · '}
                  {weight > 0 ? '+' : ''}
                  {weight.toFixed(1)}
                </span>
              )}
            </span>
          </span>
        </span>
      </th>
      {([field.left, field.right] as const).map((value, at) => {
        const side = pair.sides[at] as PairSide
        const canChoose = pair.choice === 'value' && onChoose !== null && value !== '' && field.isChoice
        return (
          <td key={side.id} className={cx(SIDE, !canChoose && 'px-3 py-2')} dir="auto">
            {canChoose ? (
              <Choice
                title="Keep this value"
                isChosen={chosen[field.key] === side.id}
                onChoose={() => onChoose(field.key, side.id)}
              >
                <span className="min-w-0 flex-1">{value}</span>
              </Choice>
            ) : (
              value || <span className="text-ink-3">–</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface ChoiceProps {
  title: string
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}

function Choice({ title, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={title}
      onClick={onChoose}
      className={cx(
        'flex h-full w-full items-start gap-2 px-3 py-2 text-left focus-visible:-outline-offset-2 hover:bg-hover pointer-coarse:min-h-11',
        isChosen && 'bg-accent-soft',
      )}
    >
      {children}
      {isChosen && <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />}
    </button>
  )
}
