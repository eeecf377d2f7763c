// Every call of history, each one line, with the shapes of its answers.
import type { components } from '../../api/schema.d.ts'
import type { List } from '../../api/shapes.ts'
import { at, type CellAnswer, call, part } from '../columns/workbook.api.ts'

export type Activity = components['schemas']['WorkbookActivity']
export type Undone = components['schemas']['Undone']
export type CellVersion = components['schemas']['CellVersion']
export type SkippedPlace = components['schemas']['SkippedPlace']

export type Direction = 'undo' | 'redo'

/** Without a change: the newest act of your own. */
export const revert = (id: string, direction: Direction, changeId?: string) =>
  call<Undone>('POST', at(id, `/${direction}`), { body: changeId ? { change_id: changeId } : {} })

export const listActivity = (id: string, cursor: string | null, signal: AbortSignal) =>
  call<List<Activity>>('GET', at(id, `/activity?limit=40${cursor ? `&cursor=${part(cursor)}` : ''}`), { signal })

/** The newest act, when it is of this kind: for calls that do not answer with their change. Null: there is nothing to name. */
export async function newestChange(id: string, kind: Activity['kind']): Promise<string | null> {
  try {
    const [newest] = (await call<List<Activity>>('GET', at(id, '/activity?limit=1'))).items
    return newest?.kind === kind ? newest.id : null
  } catch {
    return null
  }
}

const cell = (row: string, column: string) => `/rows/${part(row)}/cells/${part(column)}`

export const cellHistory = (id: string, row: string, column: string, signal: AbortSignal) =>
  call<List<CellVersion>>('GET', at(id, `${cell(row, column)}/history?limit=20`), { signal })

export const restoreVersion = (id: string, row: string, column: string, versionId: string) =>
  call<CellAnswer>('POST', at(id, `${cell(row, column)}/restore`), { body: { version_id: versionId } })
