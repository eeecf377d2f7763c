// The buttons that change how rows are looked at: filter, order, groups, columns, colours, height. Each opens a small panel.
import { ArrowUpDown, Columns3, Group, ListFilter, Paintbrush, Rows3 } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { count, counted } from '../../../ui/format.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import { SearchBox } from '../../columns/filters/search-box.tsx'
import { leavesOf, readTree } from '../../columns/filters/tree.logic.ts'
import type { RowFacts } from './row-source.ts'
import type { ViewLayout } from './use-layout.ts'
import { groupedBy, groupLevels, HEIGHTS, orderedColumns, type ViewState } from './view-state.logic.ts'

const FilterBuilder = lazy(async () => ({
  default: (await import('../../columns/filters/filter-builder.tsx')).FilterBuilder,
}))
const SortBuilder = lazy(async () => ({ default: (await import('./sort-builder.tsx')).SortBuilder }))
const GroupBuilder = lazy(async () => ({ default: (await import('./group-builder.tsx')).GroupBuilder }))
const ColourRules = lazy(async () => ({ default: (await import('./colour-rules.tsx')).ColourRules }))
const FieldsList = lazy(async () => ({ default: (await import('./fields-list.tsx')).FieldsList }))

export type ViewTool = 'filter' | 'sort' | 'group' | 'columns' | 'colours'

/** The panel that is open, and the column that it is opened for: to filter by, to rename. */
export interface OpenTool {
  tool: ViewTool
  columnId?: string
}

interface Props {
  columns: Column[]
  fields: readonly FilterField[]
  look: ViewState
  found: RowFacts | null
  waiting: boolean
  open: OpenTool | null
  onOpen: (tool: ViewTool | null) => void
  onChange: (part: Partial<ViewState>) => void
  layout: ViewLayout
  /** Whether columns can be renamed. */
  editable: boolean
  /** Opens or closes all groups. */
  onTurnAll: (open: boolean) => void
}

export function ViewTools(props: Props) {
  const { columns, fields, look, found, waiting, open, onOpen, onChange, layout, editable } = props
  const { hidden } = layout
  const conditions = look.filter ? leavesOf(readTree(look.filter)).length : 0
  const sorts = look.sort?.length ?? 0
  const levels = groupLevels(look)
  const colours = look.colour_rules?.length ?? 0
  const panel = (tool: ViewTool, width: string) => ({
    open: open?.tool === tool,
    onOpenChange: (on: boolean) => onOpen(on ? tool : null),
    className: `${width} max-w-[calc(100vw-1rem)]`,
  })
  return (
    <>
      <SearchBox text={look.search ?? ''} onChange={(search) => onChange({ search })} />
      <Popover
        {...panel('filter', 'w-176')}
        label="Filter"
        trigger={
          <ViewTool icon={ListFilter} on={conditions}>
            {conditions === 0 ? 'Filter' : counted(conditions, 'filter')}
          </ViewTool>
        }
      >
        <Later>
          <FilterBuilder
            fields={fields}
            filter={look.filter ?? null}
            begin={open?.columnId ?? null}
            onChange={(filter) => onChange({ filter })}
            nothing="Show only the rows that match a condition, such as rows with a failed lookup."
          />
          {look.filter && (
            <p role="status" className="mt-3 border-t pt-2 text-ink-2 text-sm tabular-nums">
              {waiting ? 'Looking for the rows' : found ? `${matchWords(found)} match` : ''}
            </p>
          )}
        </Later>
      </Popover>
      <Popover
        {...panel('sort', 'w-136')}
        label="Sort"
        trigger={
          <ViewTool icon={ArrowUpDown} on={sorts}>
            {sorts === 0 ? 'Sort' : counted(sorts, 'sort')}
          </ViewTool>
        }
      >
        <Later>
          <SortBuilder fields={fields} sort={look.sort ?? []} onChange={(sort) => onChange({ sort })} />
        </Later>
      </Popover>
      <Popover
        {...panel('group', 'w-136')}
        label="Group"
        trigger={
          <ViewTool icon={Group} on={levels.length}>
            {levels.length > 1 ? `Grouped by ${levels.length}` : levels.length === 1 ? 'Grouped' : 'Group'}
          </ViewTool>
        }
      >
        <Later>
          <GroupBuilder
            fields={fields}
            levels={levels}
            onChange={(next) => onChange(groupedBy(next))}
            onTurnAll={props.onTurnAll}
          />
        </Later>
      </Popover>
      {columns.length > 0 && (
        <Popover
          {...panel('columns', 'w-80')}
          label="Columns"
          trigger={
            <ViewTool icon={Columns3} on={hidden.length}>
              {hidden.length === 0 ? 'Columns' : `${count(hidden.length)} hidden`}
            </ViewTool>
          }
        >
          <Later>
            <FieldsList
              columns={orderedColumns(columns, look)}
              layout={layout}
              editable={editable}
              begin={open?.columnId ?? null}
            />
          </Later>
        </Popover>
      )}
      <Popover
        {...panel('colours', 'w-176')}
        label="Colors"
        trigger={
          <ViewTool icon={Paintbrush} on={colours}>
            {colours === 0 ? 'Color' : counted(colours, 'color')}
          </ViewTool>
        }
      >
        <Later>
          <ColourRules
            fields={fields}
            rules={look.colour_rules ?? []}
            onChange={(colour_rules) => onChange({ colour_rules })}
          />
        </Later>
      </Popover>
      <Menu
        trigger={
          <ViewTool icon={Rows3} on={look.row_height !== undefined && look.row_height !== 'short' ? 1 : 0}>
            Height
          </ViewTool>
        }
        items={HEIGHTS.map(({ value, label }) => ({
          label,
          checked: (look.row_height ?? 'short') === value,
          onSelect: () => onChange({ row_height: value }),
        }))}
      />
    </>
  )
}

/** "214 rows", "10,000+ rows". */
export function matchWords({ count: rows, isExact }: Pick<RowFacts, 'count' | 'isExact'>): string {
  return isExact ? counted(rows, 'row') : `${count(rows)}+ rows`
}

type ToolProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  /** How many are set; 0 when it is as it began. */
  on: number
  children: string
}

/** Where all of them have no room with their words, the words are read aloud and shown on hover only. */
function ViewTool({ on, className, children, ...rest }: ToolProps) {
  return (
    <Button
      size="sm"
      look="quiet"
      title={children}
      {...rest}
      className={on > 0 ? 'bg-accent-soft text-accent-ink hover:text-accent-ink' : (className ?? '')}
    >
      <span className="sr-only @min-[38rem]:not-sr-only">{children}</span>
      {on > 1 && (
        <span aria-hidden className="tabular-nums @min-[38rem]:hidden">
          {on}
        </span>
      )}
    </Button>
  )
}

function Later({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-16 w-full" />}>{children}</Suspense>
}
