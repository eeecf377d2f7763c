// What the rows on the screen are: the conditions as chips, the order, how many match, and what to do with changes.
import { ArrowDown, ArrowUp, Group, RotateCw, Search, X } from 'lucide-react'
import { describeProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import { partsOf, withoutPart } from '../../columns/filters/tree.logic.ts'
import type { FilterLeaf } from '../../columns/workbook.shapes.ts'
import { filterWords, orderWords } from '../filter/words.logic.ts'
import type { RowFacts } from './row-source.ts'
import type { OpenView } from './use-view-state.ts'
import { groupedBy, groupLevels, type Order, type ViewState } from './view-state.logic.ts'
import { matchWords, type ViewTool } from './view-tools.tsx'

interface Props {
  looking: OpenView
  fields: readonly FilterField[]
  total: number
  found: RowFacts | null
  waiting: boolean
  /** Why the rows of the question could not be read. */
  refused: unknown
  isMoved: boolean
  onRefreshOrder: () => void
  onOpen: (tool: ViewTool) => void
  onChange: (part: Partial<ViewState>) => void
  onSaveAs: () => void
}

export function ViewLine(props: Props) {
  const { looking, fields, total, found, waiting, isMoved, onOpen, onChange } = props
  const { look, view, changed, missing } = looking
  const parts = partsOf(look.filter)
  const sorts = look.sort ?? []
  const levels = groupLevels(look)
  const warnings = [...(view?.warnings ?? [])]
  if (
    parts.length === 0 &&
    levels.length === 0 &&
    !look.search &&
    sorts.length === 0 &&
    changed.length === 0 &&
    !found &&
    !missing &&
    warnings.length === 0
  )
    return null
  const problem = props.refused === null ? null : describeProblem(props.refused)
  const wordsOf = (one: Order) => orderWords(one as Pick<FilterLeaf, 'field' | 'on'>, fields)
  return (
    <section
      aria-label="What is shown"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-1.5 border-b px-3 py-1 text-sm"
    >
      {problem && (
        <span role="alert" className="text-bad">
          These rows could not be read, so the ones before are still shown. {problem.what} {problem.next}{' '}
          <button type="button" className="font-medium underline underline-offset-2" onClick={props.onRefreshOrder}>
            Try again
          </button>
        </span>
      )}
      {missing && (
        <span role="alert" className="text-warn">
          This view was deleted, or only its maker sees it. These are all rows.{' '}
          <button type="button" className="underline underline-offset-2" onClick={() => looking.open(null)}>
            Fine
          </button>
        </span>
      )}
      {parts.map((part, at) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other identity
          key={at}
          words={filterWords(part, fields)}
          onOpen={() => onOpen('filter')}
          remove={`Remove the filter ${filterWords(part, fields)}`}
          onRemove={() => onChange({ filter: withoutPart(look.filter, at) })}
        />
      ))}
      {look.search && (
        <Chip
          words={`“${look.search}”`}
          icon={Search}
          said={`Rows that hold “${look.search}”`}
          onOpen={() => document.querySelector<HTMLElement>('search input')?.focus()}
          remove={`Do not search for “${look.search}”`}
          onRemove={() => onChange({ search: null })}
        />
      )}
      {levels.map((one, at) => (
        <Chip
          key={`group ${one.field} ${one.on ?? ''}`}
          words={wordsOf(one)}
          icon={Group}
          said={`Grouped by ${wordsOf(one)}`}
          onOpen={() => onOpen('group')}
          remove={`Do not group by ${wordsOf(one)}`}
          onRemove={() => onChange(groupedBy(levels.filter((_, index) => index !== at)))}
        />
      ))}
      {sorts.map((one, at) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: an order has no other identity
          key={`sort${at}`}
          words={wordsOf(one)}
          icon={one.dir === 'asc' ? ArrowUp : ArrowDown}
          said={`Sorted by ${wordsOf(one)}, ${one.dir === 'asc' ? 'ascending' : 'descending'}`}
          onOpen={() => onOpen('sort')}
          remove={`Do not sort by ${wordsOf(one)}`}
          onRemove={() => onChange({ sort: sorts.filter((_, index) => index !== at) })}
        />
      ))}
      <span role="status" className="whitespace-nowrap text-ink-2 tabular-nums">
        {waiting
          ? 'Looking for the rows'
          : found && (look.filter || look.search)
            ? `${matchWords(found)} of ${count(total)}`
            : ''}
      </span>
      {found?.index === 'building' && !waiting && (
        <span className="text-ink-3">Still being indexed: pages come slower until that is done.</span>
      )}
      {warnings.map((warning) => (
        <span key={warning} className="text-warn">
          {warning}
        </span>
      ))}
      {isMoved && !waiting && (
        <Button size="sm" look="quiet" icon={RotateCw} onClick={props.onRefreshOrder}>
          Refresh order
        </Button>
      )}
      {changed.length > 0 && (
        <span className="ml-auto flex items-center gap-1.5">
          {view && looking.mayChange(view) && (
            <Button size="sm" look="primary" onClick={() => void looking.save()}>
              Save view
            </Button>
          )}
          <Button size="sm" onClick={props.onSaveAs}>
            Save as a view
          </Button>
          <Button size="sm" look="quiet" onClick={looking.discard}>
            {view ? 'Discard changes' : 'Clear'}
          </Button>
        </span>
      )}
    </section>
  )
}

interface ChipProps {
  words: string
  said?: string
  icon?: typeof ArrowUp
  onOpen: () => void
  remove: string
  onRemove: () => void
}

function Chip({ words, said, icon: Icon, onOpen, remove, onRemove }: ChipProps) {
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-sm bg-accent-soft text-accent-ink pointer-coarse:h-9">
      <button
        type="button"
        onClick={onOpen}
        aria-label={said}
        title={words}
        className="flex h-full min-w-0 items-center gap-1 rounded-l-sm pl-2 hover:underline"
      >
        {Icon && <Icon aria-hidden className="size-3 shrink-0" />}
        <span dir="auto" className="max-w-80 truncate">
          {words}
        </span>
      </button>
      <button
        type="button"
        aria-label={remove}
        onClick={onRemove}
        className="flex h-full w-6 items-center justify-center rounded-r-sm hover:bg-hover pointer-coarse:w-9"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  )
}
