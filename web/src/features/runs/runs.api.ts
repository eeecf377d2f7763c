// Every call of the run panel, each one line, with the shapes of its answers.
import { keys } from '../../api/queries.ts'
import type { components } from '../../api/schema.d.ts'
import type { List } from '../../api/shapes.ts'
import { at, call, part } from '../columns/workbook.api.ts'
import type { Run } from '../columns/workbook.shapes.ts'

/** Under which everything of the run panel is kept. */
export const panelKey = (id: string) => [...keys.workbook(id), 'run panel']

export type ErrorGroup = components['schemas']['ErrorGroup']

export const listRunPage = (id: string, cursor: string | null, signal: AbortSignal) =>
  call<List<Run>>('GET', at(id, `/runs?limit=30${cursor ? `&cursor=${part(cursor)}` : ''}`), { signal })

export const listErrors = (id: string, run: string, signal: AbortSignal) =>
  call<List<ErrorGroup>>('GET', at(id, `/runs/${part(run)}/errors`), { signal })

export type AutoRun = components['schemas']['AutoRun']
const auto = (id: string, column: string) => at(id, `/columns/${part(column)}/auto-run`)

export const getAutoRun = (id: string, column: string, signal: AbortSignal) =>
  call<AutoRun>('GET', auto(id, column), { signal })

export const armAutoRun = (id: string, column: string, max_usd_per_day: number) =>
  call<AutoRun>('PUT', auto(id, column), { body: { max_usd_per_day } })

export const disarmAutoRun = (id: string, column: string) => call<AutoRun>('DELETE', auto(id, column))
