// Wire shapes of workspaces and their members.
import { Type } from 'typebox'
import { countedListOf } from '../../platform/http/paging.ts'

export const WorkspaceResponse = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    description: Type.String(),
    icon: Type.String(),
    role: Type.Unsafe<string>({
      type: 'string',
      enum: ['owner', 'admin', 'editor', 'member', 'viewer'],
      description: "The caller's role.",
    }),
    is_default: Type.Boolean(),
    is_active: Type.Boolean({ description: 'Whether requests without `x-workspace-id` act here.' }),
    member_count: Type.Integer(),
    workbook_count: Type.Integer(),
    lead_count: Type.Integer({ description: 'Leads in the store.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'WorkspaceResponse' },
)

export const WorkspaceList = countedListOf(WorkspaceResponse, 'WorkspaceList')

export const WorkspaceCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.String({ maxLength: 2000, default: '' }),
    icon: Type.String({ maxLength: 16, default: '🏢' }),
  },
  { $id: 'WorkspaceCreate' },
)

export const SecondFactorRule = Type.Object(
  {
    required: Type.Boolean({ description: 'Logins by a password alone are refused.' }),
    satisfied: Type.Boolean({ description: 'The login of the caller is permitted, or would be.' }),
  },
  { $id: 'SecondFactorRule' },
)

export const SecondFactorRuleUpdate = Type.Object(
  { required: Type.Boolean() },
  { $id: 'SecondFactorRuleUpdate', additionalProperties: false },
)

export const WorkspaceUpdate = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    icon: Type.Optional(Type.String({ maxLength: 16 })),
  },
  { $id: 'WorkspaceUpdate' },
)
