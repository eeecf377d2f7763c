// Two records side by side: what agrees, what differs, and whose value is kept, chosen by a click.

import { Check } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { type ShownField, shownFields, type Tone, winnerField } from './review.logic.ts'

interface Props {
  pair: Schemas['EntityPair']
  /** By field the record whose value is kept; absent where the rule decides. */
  winners: Readonly<Record<string, number>>
  onWinner: ((field: string, record: number) => void) | null
}

const tones: Record<Tone, string> = { same: 'bg-ok', near: 'bg-warn-mark', differs: 'bg-bad', one: 'bg-line' }
const words: Record<Tone, string> = { same: 'Same', near: 'Similar', differs: 'Different', one: 'Not compared' }

export function PairView({ pair, winners, onWinner }: Props) {
  const { entity, candidate } = pair
  return (
    <div className="overflow-hidden rounded-lg border">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">The two records</caption>
        <colgroup>
          <col className="w-26 sm:w-40" />
          <col />
          <col />
        </colgroup>
        <thead>
          <tr className="border-b bg-hover font-medium">
            <th scope="col" className="px-3 py-2 text-left font-medium text-ink-3">
              Field
            </th>
            {[entity, candidate].map((side) => (
              <th
                scope="col"
                key={side.record_id}
                className="border-l px-3 py-2 text-left font-medium [overflow-wrap:anywhere]"
                dir="auto"
              >
                {side.name ?? 'No name'}
                {side.records > 1 && <span className="ml-2 font-normal text-ink-3">{side.records} records</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownFields(pair).map((shown) => (
            <FieldRow key={shown.field} {...{ shown, pair, winners, onWinner }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FieldRow({ shown, pair, winners, onWinner }: Props & { shown: ShownField }) {
  const winner = winners[winnerField(shown.field)]
  const said = shown.agreement ? `${words[shown.tone]}: ${shown.agreement}` : words[shown.tone]
  return (
    <tr className="border-b last:border-b-0">
      <th scope="row" className="px-2 py-2 text-left align-top font-normal text-ink-2 sm:px-3" title={said}>
        <span className="flex items-start gap-2">
          <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', tones[shown.tone])} />
          <span className="min-w-0 break-words">
            {shown.label}
            <span className="sr-only">, {said}</span>
            {shown.weight !== null && (
              <span aria-hidden className="block text-ink-3 text-xs tabular-nums">
                Weight {shown.weight > 0 ? '+' : ''}
                {shown.weight.toFixed(1)}
              </span>
            )}
          </span>
        </span>
      </th>
      {([shown.left, shown.right] as const).map((value, at) => {
        const side = at === 0 ? pair.entity : pair.candidate
        const choose = onWinner !== null && value !== '' && shown.left !== shown.right ? onWinner : null
        return (
          <td
            key={side.record_id}
            className={cx('border-l align-top [overflow-wrap:anywhere]', !choose && 'px-3 py-2')}
            dir="auto"
          >
            {choose === null ? (
              value || <span className="text-ink-3">–</span>
            ) : (
              <Choice
                value={value}
                isChosen={winner === side.record_id}
                onChoose={() => choose(winnerField(shown.field), side.record_id)}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}

function Choice({ value, isChosen, onChoose }: { value: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title="Keep this value"
      onClick={onChoose}
      className={cx(
        'flex h-full w-full items-start gap-2 px-3 py-2 text-left hover:bg-hover pointer-coarse:min-h-11',
        isChosen && 'bg-accent-soft',
      )}
    >
      <span className="min-w-0 flex-1">{value}</span>
      {isChosen && <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />}
    </button>
  )
}
