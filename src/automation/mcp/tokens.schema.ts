// The wire shapes of access tokens for programs, which open the API and MCP.
import { type Static, Type } from 'typebox'
import { MAX_USD } from '../../enrichment/money/budgets.schema.ts'
import { TOKEN_CAPABILITIES, type TokenCapability } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'

const PERIODS = ['day', 'month', 'total'] as const
export type TokenPeriod = (typeof PERIODS)[number]

const Capability = Type.Unsafe<TokenCapability>({ type: 'string', enum: [...TOKEN_CAPABILITIES] })
const Usd = Type.Number({ minimum: 0 })
const Period = Type.Unsafe<TokenPeriod>({ type: 'string', enum: [...PERIODS] })
const Moment = Type.String({ format: 'date-time' })

export const McpToken = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    prefix: Type.String({ description: 'The first letters, to distinguish tokens.' }),
    capabilities: Type.Array(Capability),
    user: Type.Object(
      { user_id: Type.Integer(), username: Type.String() },
      { description: "The user on whose behalf it acts, with that user's rights at the time of a call." },
    ),
    client: nullable(Type.String(), 'The program that was given it by signing in; null for one made by hand.'),
    budget: nullable(
      Type.Object(
        { limit_usd: Usd, period: Period, spent_usd: Usd, left_usd: Usd },
        {
          $id: 'McpTokenBudget',
          description: 'What it may cause to be spent, with what it has caused so far in this period.',
        },
      ),
      'Null: only the budgets of the workspace hold.',
    ),
    created_at: Moment,
    expires_at: nullable(Moment, 'Null: never.'),
    last_used_at: nullable(Moment),
  },
  { $id: 'McpToken' },
)

export const McpTokenMade = Type.Object(
  {
    ...McpToken.properties,
    token: Type.String({ description: 'Shown in this answer only.' }),
    url: Type.String({ description: 'Where MCP clients connect to.' }),
    curl: Type.String({ description: 'A first call of the API with it, to be pasted into a terminal.' }),
  },
  { $id: 'McpTokenMade' },
)

export const McpTokenList = listOf(McpToken, 'McpTokenList')

export const McpTokenRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    capabilities: Type.Array(Capability, {
      minItems: 1,
      maxItems: TOKEN_CAPABILITIES.length,
      default: ['workbooks:read', 'leads:read', 'signals:read'],
      description:
        'What it may do, as far as the role of its maker allows; `x-token-capabilities` says what an operation of the API needs. Absent: reading only.',
    }),
    budget_usd: Type.Union([Type.Number({ minimum: 0, maximum: MAX_USD, multipleOf: 0.000001 }), Type.Null()], {
      default: null,
      description:
        'The most it may cause to be spent, in US dollars, at most 6 decimals: calls beyond it are not made. 0: only what is free; null: no budget of its own. ' +
        'Changed later by PUT /api/billing/budgets.',
    }),
    budget_period: Type.Unsafe<TokenPeriod>({
      ...Period,
      default: 'total',
      description: 'Days and months are in UTC; `total` is all time.',
    }),
    expires_in_days: Type.Integer({
      minimum: 0,
      maximum: 3650,
      default: 90,
      description: 'Days until it ends; 0: never.',
    }),
  },
  { $id: 'McpTokenRequest' },
)

export const McpTokenPath = Type.Object({ mcp_token_id: Type.String() })

export const ToolList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          title: Type.String(),
          description: Type.String(),
          capability: Capability,
          kind: Type.String({ description: 'read, write, delete or spend.' }),
        },
        { $id: 'McpTool' },
      ),
    ),
    next_cursor: nullable(Type.String()),
    url: Type.String({ description: 'Where MCP clients connect to.' }),
  },
  { $id: 'McpToolList' },
)

export type McpToken = Static<typeof McpToken>
export type McpTokenRequest = Static<typeof McpTokenRequest>
