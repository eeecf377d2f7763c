// Reading reports of odd answers.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { lookupById } from '../../providers/catalog.ts'
import type { DriftQuery, DriftReport, DriftSample } from './drift.schema.ts'

type Row = Omit<DriftReport, 'label' | 'reported_at' | 'asked_at'> & {
  reported_at: Date
  asked_at: Date
  own_name: string | null
}

const REPORT = `select d.id, d.provider, d.workbook_id, d.row_id, d.column_id, u.username as reported_by, d.reported_at, d.note,
    d.asked_at, d.outcome, d.reason, d.detail, o.name as own_name
  from drift_reports d left join users u on u.id = d.reported_by
    left join own_providers o on o.workspace_id = $1 and o.id = d.provider where d.workspace_id = $1`
const LIST = 'drift reports by newest'

export async function readReports(tx: WorkspaceTx, { provider, limit, cursor }: DriftQuery) {
  const after = decodeCursor(LIST, cursor)
  const { rows } = await tx.client.query<Row>(
    `${REPORT} and ($2::text is null or d.provider = $2) and ($3::uuid is null or d.id < $3) order by d.id desc limit $4`,
    [tx.workspace_id, provider ?? null, after?.[0] ?? null, limit + 1],
  )
  const page = pageOf(LIST, rows, limit, ({ id }) => [id])
  return { ...page, items: page.items.map(wire) }
}

export async function readReportOf(tx: WorkspaceTx, attemptId: string): Promise<DriftReport | undefined> {
  const { rows } = await tx.client.query<Row>(`${REPORT} and d.attempt_id = $2`, [tx.workspace_id, attemptId])
  return rows[0] && wire(rows[0])
}

/** @throws Refusal `not_found` */
export async function readSample(tx: WorkspaceTx, id: string): Promise<DriftSample> {
  const { rows } = await tx.client.query(
    `select provider as lookup, asked_at, note, outcome, reason, detail, request, response from drift_reports
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, isUuid(id) ? id : null],
  )
  const [sample] = rows
  if (!sample) refuse('not_found', 'Report not found')
  return { ...sample, asked_at: sample.asked_at.toISOString() }
}

function wire({ reported_at, asked_at, own_name, ...row }: Row): DriftReport {
  return {
    ...row,
    label: own_name ?? lookupById(row.provider)?.label ?? row.provider,
    reported_at: reported_at.toISOString(),
    asked_at: asked_at.toISOString(),
  }
}
