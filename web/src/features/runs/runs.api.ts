// Every call of the run panel, each one line, with the shapes of its answers.
import type { components } from '../../api/schema.d.ts'
import type { List } from '../../api/shapes.ts'
import { at, call, part } from '../workbook/workbook.api.ts'
import type { Run } from '../workbook/workbook.shapes.ts'

export type ErrorGroup = components['schemas']['ErrorGroup']

export const listRunPage = (id: string, cursor: string | null, signal: AbortSignal) =>
  call<List<Run>>('GET', at(id, `/runs?limit=30${cursor ? `&cursor=${part(cursor)}` : ''}`), { signal })

export const listErrors = (id: string, run: string, signal: AbortSignal) =>
  call<List<ErrorGroup>>('GET', at(id, `/runs/${part(run)}/errors`), { signal })
