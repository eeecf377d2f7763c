// What the pages change about workbooks, with the list updated before the server has answered.
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Workbook } from '../../api/shapes.ts'

function patchList(change: (list: Workbook[]) => Workbook[]) {
  const key = keys.workbooks()
  const before = queries.getQueryData<Workbook[]>(key)
  if (before) queries.setQueryData(key, change(before))
  return () => queries.setQueryData(key, before)
}

export async function createWorkbook(body: { name: string; source_type?: 'empty' | 'csv' }): Promise<Workbook> {
  const made = (await take(api.POST('/api/workbooks', { body: { source_type: 'empty', ...body } }))) as Workbook
  patchList((list) => [made, ...list])
  return made
}

export async function renameWorkbook(id: string, name: string) {
  const undo = patchList((list) => list.map((one) => (one.id === id ? { ...one, name } : one)))
  try {
    const renamed = await take(
      api.PATCH('/api/workbooks/{workbook_id}', { params: { path: { workbook_id: id } }, body: { name } }),
    )
    void queries.invalidateQueries({ queryKey: keys.workbook(id) })
    return renamed
  } catch (error) {
    undo()
    throw error
  }
}

export async function deleteWorkbooks(ids: string[]) {
  const gone = new Set(ids)
  const undo = patchList((list) => list.filter((one) => !gone.has(one.id)))
  try {
    for (const id of ids)
      await take(api.DELETE('/api/workbooks/{workbook_id}', { params: { path: { workbook_id: id } } }))
  } catch (error) {
    undo()
    throw error
  } finally {
    void queries.invalidateQueries({ queryKey: keys.workbooks() })
  }
}
