// The rules of views: who sees and changes one, what of one still counts after columns were deleted, what may be saved.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { checkFilter } from '../../engine/filter/filter-check.ts'
import { pruneFilter } from '../../engine/filter/filter-prune.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { checkSorts } from '../../engine/filter/sort-check.ts'
import type { Sharable } from '../../identity/sharing.logic.ts'
import type { FieldError } from '../../kernel/errors.ts'
import type { ViewConfig } from './view.schema.ts'

export interface StoredView extends Sharable {
  id: string
  name: string
  config: ViewConfig
  created_at: string
  updated_at: string
}

export interface LiveQuestion {
  filter: Filter | null
  /** Null also for blank text. */
  search: string | null
  sort: Sort[]
  /** In words for a person. */
  warnings: string[]
}

/** What the view asks for now. */
export function livingQuestion(
  { filter, search, sort = [] }: ViewConfig,
  isColumn: (id: string) => boolean,
): LiveQuestion {
  const isThere = ({ field }: { field: string }) => field.startsWith('$') || isColumn(field)
  const pruned = filter ? pruneFilter(filter, isColumn) : { filter: null, gone: [] }
  const lost = sort.filter((one) => !isThere(one))
  return {
    filter: pruned.filter,
    search: search?.trim() ? search : null,
    sort: sort.filter(isThere),
    warnings: [
      ...pruned.gone.map((id) => `The filter has a condition on column "${id}", which was deleted; it is left out.`),
      ...lost.map(({ field }) => `The order has column "${field}", which was deleted; it is left out.`),
    ],
  }
}

/** What rows are grouped by, the outermost first. */
export function groupLevels({ group, subgroups = [] }: Pick<ViewConfig, 'group' | 'subgroups'>): Sort[] {
  return group ? [group, ...subgroups] : []
}

/** The view as it is shown: nothing in it names a deleted column. */
export function livingConfig(
  config: ViewConfig,
  isColumn: (id: string) => boolean,
): ViewConfig & { warnings: string[] } {
  const { filter, sort, warnings } = livingQuestion(config, isColumn)
  const shown: ViewConfig = { ...config }
  for (const member of ['column_order', 'hidden', 'pinned'] as const) {
    if (shown[member]) shown[member] = shown[member].filter(isColumn)
  }
  if (shown.widths) shown.widths = Object.fromEntries(Object.entries(shown.widths).filter(([id]) => isColumn(id)))
  if (shown.totals) shown.totals = Object.fromEntries(Object.entries(shown.totals).filter(([id]) => isColumn(id)))
  const levels = groupLevels(config).filter(({ field }) => field.startsWith('$') || isColumn(field))
  if (config.group !== undefined) shown.group = levels[0] ?? null
  if (config.subgroups !== undefined) shown.subgroups = levels.slice(1)
  if (shown.colour_rules) {
    shown.colour_rules = shown.colour_rules.flatMap((rule) => {
      const left = pruneFilter(rule.filter, isColumn).filter
      return left && (rule.column_id === undefined || isColumn(rule.column_id)) ? [{ ...rule, filter: left }] : []
    })
  }
  if (config.filter !== undefined) shown.filter = filter
  if (config.sort !== undefined) shown.sort = sort
  return { ...shown, warnings }
}

/** What is wrong with a view to be saved; columns it had before may be gone, a new one has to be there. */
export function viewProblems(config: ViewConfig, isColumn: (id: string) => boolean): FieldError[] {
  const at = (place: (string | number)[], problems: FieldError[]) =>
    problems.map((problem) => ({ ...problem, loc: ['body', ...place, ...problem.loc] }))
  return [
    ...(config.filter ? at(['filter'], checkFilter(config.filter, isColumn)) : []),
    ...(config.sort ? at(['sort'], checkSorts(config.sort, isColumn)) : []),
    ...(config.group
      ? at(
          ['group'],
          checkSorts([config.group], isColumn).map(({ loc, ...one }) => ({ ...one, loc: loc.slice(1) })),
        )
      : []),
    ...(config.subgroups ? at(['subgroups'], checkSorts(config.subgroups, isColumn)) : []),
    ...(config.colour_rules ?? []).flatMap(({ filter }, index) =>
      at(['colour_rules', index, 'filter'], checkFilter(filter, isColumn)),
    ),
  ]
}
