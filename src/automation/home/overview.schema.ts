// The wire shape of the overview of all workspaces that a user belongs to.
import { type Static, Type } from 'typebox'
import { Budget } from '../../enrichment/money/budgets.schema.ts'
import { WorkspaceResponse } from '../../identity/workspaces/workspaces.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { countedListOf } from '../../platform/http/paging.ts'
import { MOST_COUNTED } from './home.schema.ts'

const Figures = Type.Object(
  {
    spent_month_usd: Type.Number({ minimum: 0, description: 'Settled since the first of the month, in UTC.' }),
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
    last_activity_at: nullable(Type.String({ format: 'date-time' }), 'The last change by a user or a token.'),
  },
  { $id: 'WorkspaceFigures' },
)
export type WorkspaceFigures = Static<typeof Figures>

const WorkspaceOverview = Type.Object(
  {
    ...WorkspaceResponse.properties,
    figures: nullable(Figures, 'Null where the workspace requires a second factor that this login lacks.'),
  },
  { $id: 'WorkspaceOverview' },
)
export type WorkspaceOverview = Static<typeof WorkspaceOverview>

export const WorkspaceOverviewList = countedListOf(WorkspaceOverview, 'WorkspaceOverviewList')
