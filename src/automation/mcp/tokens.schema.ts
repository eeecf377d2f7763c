// The wire shapes of MCP tokens.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { TOOL_CAPABILITIES, type ToolCapability } from '../tools/tool.ts'

const Capability = Type.Unsafe<ToolCapability>({ type: 'string', enum: [...TOOL_CAPABILITIES] })
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
  },
  { $id: 'McpTokenMade' },
)

export const McpTokenList = listOf(McpToken, 'McpTokenList')

export const McpTokenRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    capabilities: Type.Array(Capability, {
      minItems: 1,
      maxItems: TOOL_CAPABILITIES.length,
      default: ['workbooks:read', 'leads:read', 'signals:read'],
      description: 'What it may do, as far as the role of its maker allows. Absent: reading only.',
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
