// Reads saved views. Personal views of other users are not found.
import { maySee } from '../../identity/sharing.logic.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { livingConfig, type StoredView } from './view.logic.ts'
import type { ViewResponse } from './view.schema.ts'

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const VIEW = `id, name, scope, made_by, config, to_char(created_at, ${UTC}) as created_at, to_char(updated_at, ${UTC}) as updated_at`

/** The views that the caller may see, oldest first. */
export async function readViews(tx: WorkspaceTx, workbookId: string): Promise<StoredView[]> {
  const { rows } = await tx.client.query<StoredView>({
    name: 'views_read',
    text: `select ${VIEW} from workbook_views where workspace_id = $1 and workbook_id = $2
      and (scope <> 'personal' or made_by = $3) order by id`,
    values: [tx.workspace_id, workbookId, tx.actor?.user_id ?? null],
  })
  return rows
}

/** The view, or the 404 refusal when there is none that the caller may see. */
export async function mustReadView(tx: WorkspaceTx, workbookId: string, viewId: string): Promise<StoredView> {
  const { rows } = await tx.client.query<StoredView>({
    name: 'view_read',
    text: `select ${VIEW} from workbook_views where workspace_id = $1 and workbook_id = $2 and id = $3`,
    values: [tx.workspace_id, workbookId, isUuid(viewId) ? viewId : null],
  })
  const [view] = rows
  return view && maySee(view, tx.actor?.user_id ?? null) ? view : refuse('not_found', 'View not found')
}

export function shownView({ config, ...view }: StoredView, columns: readonly { id: string }[]): ViewResponse {
  const ids = new Set(columns.map(({ id }) => id))
  return { ...view, ...livingConfig(config, (id) => ids.has(id)) }
}
