// Tools for the sources of workbooks: which kinds there are, which a workbook has, add one, run one.
import { Type } from 'typebox'
import type { OwnProviderDefinition } from '../../engine/columns/own-provider.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import {
  Cursor,
  DryRun,
  Free,
  Limit,
  MaxUsd,
  Notice,
  type ResultPage,
  Shown,
  shown,
  WorkbookId,
} from './parts.schema.ts'
import { defineTool, type Tool, type ToolContext, UNTRUSTED } from './tool.ts'

const Id = Type.String({ maxLength: 100 })

interface Kind {
  id: string
  title: string
  description: string
  integration: { required: boolean; configured: boolean } | null
  billed_as: string | null
  page_size: number
  query: JsonObject
}

interface Saved extends JsonObject {
  adapter: string
  settings: JsonObject
  max_rows: number
}

/** The most that so many records of a source may cost, in US dollars; null is unknown. */
async function mostUsd(
  { operate }: ToolContext,
  { adapter, settings, records }: { adapter: string; settings: JsonObject; records: number },
): Promise<number | null> {
  if (adapter === OWN_PROVIDER) {
    const params = { own_provider_id: String(settings.provider) }
    const { definition } = await operate<{ definition: OwnProviderDefinition }>('get_own_provider', { params })
    const { price_usd = 0, billing, pages, max_pages } = definition
    if (price_usd === 'unknown') return null
    return price_usd * (pages && billing === 'per_call' ? max_pages : 1)
  }
  const { items } = await operate<{ items: Kind[] }>('list_job_sources')
  const kind = items.find(({ id }) => id === adapter)
  if (!kind?.billed_as) return 0
  const lookups = await operate<{ items: { id: string; price_usd: number | null }[] }>('list_providers')
  const price = lookups.items.find(({ id }) => id === kind.billed_as)?.price_usd ?? null
  return price === null ? null : price * Math.ceil(records / kind.page_size)
}

const OWN_PROVIDER = 'own-provider'

function mustFit(most: number | null, max_usd: number | undefined): void {
  if (max_usd === undefined || (most !== null && most <= max_usd)) return
  refuse(
    'conflict',
    most === null
      ? `At what price it asks is not known, so it is not asked under a cap of $${max_usd}`
      : `It may cost up to $${most}, more than $${max_usd}. Raise max_usd, or give the source a lower max_rows.`,
  )
}

const COSTS = ['get_own_provider', 'list_job_sources', 'list_providers'] as const
const Cost = {
  high_usd: nullable(Type.Number({ description: 'The most it may cost; null: not known.' })),
  unknown_prices: Type.Array(Type.String()),
}
const costOf = (most: number | null, adapter: string) => ({
  high_usd: most,
  unknown_prices: most === null ? [adapter] : [],
})

export const SOURCE_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_source_kinds',
    title: 'Kinds of sources',
    description:
      'What rows of a workbook can be brought from: registers, places, job boards, feeds, APIs, other workbooks. With adapter: that one alone, with ' +
      'the JSON Schema of its settings.',
    capability: 'workbooks:read',
    kind: 'read',
    is_ours: true,
    operations: ['list_job_sources'],
    input: Type.Object({ adapter: Type.Optional(Id) }),
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          adapter: Type.String(),
          title: Type.String(),
          description: Type.String(),
          ready: Type.Boolean({ description: 'False: it needs a key that this workspace has not entered.' }),
          billed: Type.Boolean({ description: 'A vendor bills its pages.' }),
          settings: Type.Optional(Free),
        }),
      ),
    }),
    async run({ operate }, { adapter }) {
      const { items } = await operate<{ items: Kind[] }>('list_job_sources')
      const found = items.filter(({ id }) => adapter === undefined || id === adapter)
      if (found.length === 0) refuse('not_found', `There is no source "${adapter}"`)
      return {
        items: found.map(({ id, title, description, integration, billed_as, query }) => ({
          adapter: id,
          title,
          description,
          billed: billed_as !== null || id === OWN_PROVIDER,
          ready: !integration?.required || integration.configured,
          ...(adapter !== undefined && { settings: query }),
        })),
      }
    },
  }),
  defineTool({
    name: 'list_sources',
    title: 'Sources of a workbook',
    description: 'Where the rows of a workbook come from, how often, and how the last run went.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['list_sources'],
    input: Type.Object({ workbook_id: WorkbookId, limit: Limit(), cursor: Cursor }),
    output: Shown,
    run: async ({ operate }, { workbook_id, ...query }) =>
      shown(await operate<ResultPage>('list_sources', { params: { workbook_id }, query })),
  }),
  defineTool({
    name: 'add_source',
    title: 'Add a source',
    description:
      'Adds a source to a workbook and makes columns for its fields. To see them its first page is read, which a vendor may bill, for at most ' +
      'max_usd. run_source then brings the records. Settings: see list_source_kinds with its adapter.',
    capability: 'runs:execute',
    kind: 'spend',
    operations: ['create_source', ...COSTS],
    input: Type.Object({
      workbook_id: WorkbookId,
      adapter: Id,
      settings: Free,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      mode: Type.Unsafe<'append' | 'upsert' | 'mirror'>({
        type: 'string',
        enum: ['append', 'upsert', 'mirror'],
        default: 'upsert',
        description:
          'append adds new records; upsert also updates rows of known ones; mirror also deletes rows whose records are gone.',
      }),
      every: Type.Optional(
        Type.Unsafe<string>({
          type: 'string',
          enum: ['15m', 'hourly', '6h', 'daily', 'weekly'],
          description: 'Absent: it runs when it is started.',
        }),
      ),
      max_rows: Type.Integer({ minimum: 1, maximum: 100_000, default: 1000, description: 'Records of one run.' }),
      max_usd: MaxUsd,
      dry_run: DryRun,
    }),
    output: Type.Object({ notice: Notice, item: nullable(Free), ...Cost }),
    says: ({ adapter, every }) => `Add the source ${JSON.stringify(adapter)}, ${every ? `${every}` : 'run by hand'}`,
    async run(context, { workbook_id, every, max_usd, dry_run, ...body }) {
      const settings = body.settings as JsonObject
      const most = await mostUsd(context, { adapter: body.adapter, settings, records: 1 })
      const cost = costOf(most, body.adapter)
      if (dry_run) return { notice: UNTRUSTED, item: null, ...cost }
      mustFit(most, max_usd)
      const wanted = { ...body, ...(every && { schedule: { every } }) }
      const item = await context.operate<JsonObject>('create_source', { params: { workbook_id }, body: wanted })
      return { notice: UNTRUSTED, item, ...cost }
    },
  }),
  defineTool({
    name: 'run_source',
    title: 'Run a source',
    description:
      'Brings the records of a source into its workbook, in the background, and answers at once with job_id; follow it with get_job. It ends before ' +
      'the page that would pass max_usd; what it brought stays. dry_run tells the cost and starts nothing.',
    capability: 'runs:execute',
    kind: 'spend',
    operations: ['run_source', 'get_source', ...COSTS],
    input: Type.Object({ workbook_id: WorkbookId, source_id: Id, max_usd: MaxUsd, dry_run: DryRun }),
    output: Type.Object({ job_id: nullable(Type.String()), status: Type.String(), ...Cost }),
    says: ({ max_usd }) => `Run the source${max_usd === undefined ? '' : `, for at most $${max_usd}`}`,
    async run(context, { max_usd, dry_run, ...params }) {
      const { adapter, settings, max_rows } = await context.operate<Saved>('get_source', { params })
      const most = await mostUsd(context, { adapter, settings, records: max_rows })
      const cost = costOf(most, adapter)
      if (dry_run) return { job_id: null, status: 'dry_run', ...cost }
      const body = { ...(max_usd !== undefined && { max_usd }) }
      const started = await context.operate<{ job_id: string; status: string }>('run_source', { params, body })
      return { job_id: started.job_id, status: started.status, ...cost }
    },
  }),
]
