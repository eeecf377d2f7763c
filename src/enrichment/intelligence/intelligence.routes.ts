// Routes to how the providers of a column perform, the order that would cost least, and what an order would have done.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, ColumnPath, routeContext } from '../../records/opening/route-context.ts'
import type { Askable } from '../money/facts.ts'
import { type RecordAsked, readRecord } from './column-record.reads.ts'
import { figuresOf, triesAt } from './figures.logic.ts'
import {
  ColumnPerformance,
  PerformanceQuery,
  SimulateRequest,
  SimulateResponse,
  Suggestion,
  SuggestRequest,
} from './intelligence.schema.ts'
import { shownSegmentation } from './segments.logic.ts'
import { recordedOf, simulate } from './simulate.logic.ts'
import { suggest } from './suggest.logic.ts'

export interface IntelligenceParts extends Askable {
  database: Database
  now: () => Date
}

export function intelligenceRoutes(parts: IntelligenceParts): Route[] {
  const { inScope, seesWorkbook } = routeContext(parts.database)
  const read = (ctx: Parameters<typeof inScope>[0], asked: RecordAsked) =>
    inScope(ctx, (tx) => readRecord(tx, parts, parts.now().getTime(), asked))
  const shared = {
    tag: 'Columns',
    needs: 'runs.view',
    exists: seesWorkbook,
    params: ColumnPath,
    errors: [409],
  } as const
  return [
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/performance'),
      ...shared,
      method: 'GET',
      id: 'get_column_performance',
      summary: 'Results of the providers of a column on the rows that were run last',
      description:
        'Hit rate, acceptance under the rule of the column, verified rate, cost per accepted answer and time of each step, and the same ' +
        'by parts of the rows. A later step was called only where those before it had no answer, which are the harder rows.',
      query: PerformanceQuery,
      response: { 200: ColumnPerformance },
      async handler(ctx, { params, query }) {
        const record = await read(ctx, { ...params, ...query, where: 'query' })
        const { spec, steps, segmentation } = record
        return {
          column_id: spec.column_id,
          field: spec.output,
          rows: record.rows.length,
          segmentation: shownSegmentation(segmentation),
          segmentations: record.segmentations.flatMap((one) => shownSegmentation(one) ?? []),
          steps: steps.map(({ spec: { id, provider }, label }) => ({
            step_id: id,
            provider,
            label,
            ...figuresOf(triesAt(record, id)),
            segments: (segmentation?.values ?? []).map(({ value }) => ({
              value,
              ...figuresOf(triesAt(record, id, value)),
            })),
          })),
        }
      },
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/suggest'),
      ...shared,
      method: 'POST',
      id: 'suggest_order',
      summary: 'Suggest the order of steps that costs least for each accepted answer',
      description:
        'A suggestion only: the column keeps its order. Steps are compared by what an accepted answer costs at the lowest ' +
        'acceptance rate that may well be true, so that a few lucky calls do not beat thousands; of equals, a provider without ' +
        'a key goes first. For parts of the rows, such as those of a country, an order is learned on half of what is on record and tried on the ' +
        'other half; store `orders` in the column to take those that did better.',
      body: SuggestRequest,
      response: { 200: Suggestion },
      async handler(ctx, { params, body }) {
        const record = await read(ctx, { ...params, ...body, where: 'body' })
        return suggest(record)
      },
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/simulate'),
      ...shared,
      method: 'POST',
      id: 'simulate_order',
      summary: 'Simulate an order of steps on the rows that ran last',
      description:
        'Makes no calls and changes nothing. A row is replayed when every answer that the order needs is on record; otherwise the rest is ' +
        'estimated from the results of the steps on similar rows. The answer keeps the two apart. Where answers are merged, a row counts by the share ' +
        'of its filled fields; where they are compared, when enough agree.',
      body: SimulateRequest,
      response: { 200: SimulateResponse },
      async handler(ctx, { params, body }) {
        const record = await read(ctx, { ...params, ...body, where: 'body' })
        return {
          column_id: record.spec.column_id,
          segmentation: shownSegmentation(record.segmentation),
          recorded: recordedOf(record),
          simulation: simulate(record, body.order),
        }
      },
    }),
  ]
}
