// What the routes of this room share: their paths, and how they open a transaction in the caller's workspace.

import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'

/** A path below the workbooks, at both of its addresses. */
export function at<const P extends string>(path: P) {
  return {
    path: `/api/workbooks${path}`,
    unlistedAt: [`/api/v2/workbooks${path}`],
    tag: 'Workbooks',
    access: 'user',
  } as const
}

export const WorkbookPath = Type.Object({ workbook_id: Type.String() })
export const ColumnPath = Type.Object({ workbook_id: Type.String(), column_id: Type.String() })
export const RowPath = Type.Object({ workbook_id: Type.String(), row_id: Type.String() })
export const CellPath = Type.Object({ workbook_id: Type.String(), row_id: Type.String(), column_id: Type.String() })

export interface WorkbookContext {
  inScope<T>(ctx: { scope: Scope }, work: (tx: WorkspaceTx) => Promise<T>): Promise<T>
  /** For `exists`: a workbook of another workspace is not found, whatever the role. */
  seesWorkbook(ctx: { scope: Scope }, req: { params: { workbook_id: string } }): Promise<unknown>
}

export function routeContext(database: Database): WorkbookContext {
  const inScope = scopedTo(database)
  return {
    inScope,
    seesWorkbook: (ctx, { params }) => inScope(ctx, (tx) => mustFindWorkbook(tx, params.workbook_id)),
  }
}
