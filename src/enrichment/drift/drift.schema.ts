// Wire shapes of reports of odd answers.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

export const DriftReportRequest = Type.Object(
  {
    attempt_id: Type.String({ description: 'Of the trace of this cell.' }),
    note: Type.String({ maxLength: 2000, default: '', description: 'What is odd about the answer.' }),
    ...IdempotencyKey,
  },
  { $id: 'DriftReportRequest', additionalProperties: false },
)
export type DriftReportRequest = Static<typeof DriftReportRequest>

export const DriftReport = Type.Object(
  {
    id: Type.String(),
    provider: Type.String({ description: 'Id of the lookup.' }),
    label: Type.String(),
    workbook_id: Type.String(),
    row_id: Type.String(),
    column_id: Type.String(),
    reported_by: nullable(Type.String({ description: 'Null when that user was deleted.' })),
    reported_at: Type.String({ format: 'date-time' }),
    note: Type.String(),
    asked_at: Type.String({ format: 'date-time' }),
    outcome: nullable(Type.String()),
    reason: nullable(Type.String()),
    detail: nullable(Type.String({ description: 'Why it could not be read, where it could not.' })),
  },
  { $id: 'DriftReport' },
)
export type DriftReport = Static<typeof DriftReport>

export const DriftReportList = listOf(DriftReport, 'DriftReportList')

export const DriftQuery = Type.Object({
  provider: Type.Optional(Type.String({ maxLength: 200, description: 'Only answers of this lookup.' })),
  ...PageQuery,
})
export type DriftQuery = Static<typeof DriftQuery>

export const DriftSample = Type.Object(
  {
    lookup: Type.String(),
    asked_at: Type.String({ format: 'date-time' }),
    note: Type.String(),
    outcome: nullable(Type.String()),
    reason: nullable(Type.String()),
    detail: nullable(Type.String()),
    request: Type.Unknown({ description: 'What was sent, secrets masked.' }),
    response: Type.Unknown({ description: 'The response, with secrets masked and long text cut.' }),
  },
  {
    $id: 'DriftSample',
    description:
      'What a developer needs to fix the provider. Keys are masked; the inputs are not, so check the sample before you share it.',
  },
)
export type DriftSample = Static<typeof DriftSample>
