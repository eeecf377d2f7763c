// The wire shape of the overview of all workspaces that a user belongs to.
import { type Static, Type } from 'typebox'
import { Budget } from '../../enrichment/money/budgets.schema.ts'
import { WorkspaceResponse } from '../../identity/workspaces/workspaces.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { countedListOf, PageQuery } from '../../platform/http/paging.ts'
import { MOST_COUNTED } from './home.schema.ts'

const Figures = Type.Object(
  {
    spent_month_usd: Type.Number({
      minimum: 0,
      description:
        'Settled since the first of the month, in UTC: as a monthly budget of the workspace counts it, else by the daily counters of lookups, which leave out pages of paid sources.',
    }),
    budget: nullable(
      Type.Pick(Budget, ['id', 'period', 'kind', 'limit_usd', 'spent_usd', 'left_usd', 'share']),
      'Of the budgets of the whole workspace, the one nearest to its limit.',
    ),
    failed_runs: Type.Integer({
      minimum: 0,
      maximum: MOST_COUNTED,
      description: `Runs of 7 days that failed or were stopped by a budget and that no later run answers for; ${MOST_COUNTED}: at least.`,
    }),
    missing_keys: Type.Array(
      Type.Object({ any_of: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
      {
        description:
          'Keys without which a column finds nothing; one of each group is enough. `model` is any AI model, `secret:` begins a secret.',
      },
    ),
    last_activity_at: nullable(Type.String({ format: 'date-time' }), 'The last change of a workbook.'),
  },
  { $id: 'WorkspaceFigures' },
)
export type WorkspaceFigures = Static<typeof Figures>

const WorkspaceOverview = Type.Object(
  {
    ...WorkspaceResponse.properties,
    figures: nullable(Figures, 'Null where `no_figures` says why.'),
    no_figures: nullable(
      Type.Unsafe<'second_factor' | 'failed'>({ type: 'string', enum: ['second_factor', 'failed'] }),
      'Why there are none: the workspace requires a second factor that this login lacks, or they could not be read now.',
    ),
  },
  { $id: 'WorkspaceOverview' },
)
export type WorkspaceOverview = Static<typeof WorkspaceOverview>

export const WorkspaceOverviewList = countedListOf(WorkspaceOverview, 'WorkspaceOverviewList')

const MOST_AT_ONCE = 50

export const OverviewQuery = Type.Object({
  ...PageQuery,
  limit: Type.Integer({ default: MOST_AT_ONCE, minimum: 1, maximum: MOST_AT_ONCE, description: 'Items on a page.' }),
})
