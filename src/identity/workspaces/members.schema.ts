// Wire shapes of members and invitations.
import { Type } from 'typebox'
import { countedListOf, listOf } from '../../platform/http/paging.ts'
import { UserResponse } from '../auth.schema.ts'
import { NewPassword, Username } from '../users/users.schema.ts'

const role = (names: readonly string[], more: { default?: string }) =>
  Type.Union(
    names.map((name) => Type.Literal(name)),
    more,
  )
const ROLES = ['owner', 'admin', 'editor', 'member', 'viewer']

export const MemberResponse = Type.Object(
  {
    user_id: Type.Integer(),
    username: Type.String(),
    profile_image: Type.Union([Type.String(), Type.Null()]),
    is_active: Type.Boolean({ description: 'False when the account is locked.' }),
    role: Type.String({ description: 'owner, admin, editor, member or viewer.' }),
    joined_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'MemberResponse' },
)

export const MemberList = countedListOf(MemberResponse, 'MemberList')

export const MemberAdd = Type.Object(
  {
    user_id: Type.Optional(Type.Integer()),
    username: Type.Optional(Type.String({ maxLength: 200 })),
    role: role(ROLES, { default: 'member' }),
  },
  { $id: 'MemberAdd' },
)

export const MemberRole = Type.Object({ role: role(ROLES, {}) }, { $id: 'MemberRole' })

export const OwnershipTransfer = Type.Object({ user_id: Type.Integer() }, { $id: 'OwnershipTransfer' })

export const InvitationCreate = Type.Object(
  {
    role: role(ROLES.slice(1), { default: 'member' }),
    expires_in_days: Type.Integer({ minimum: 1, maximum: 30, default: 7 }),
  },
  { $id: 'InvitationCreate' },
)

const invitation = {
  id: Type.String(),
  role: Type.String(),
  created_by: Type.Union([Type.String(), Type.Null()], { description: 'Username of the member who invited.' }),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
}

const InvitationResponse = Type.Object(invitation, { $id: 'InvitationResponse' })
export const InvitationList = listOf(InvitationResponse, 'InvitationList')

export const InvitationCreated = Type.Object(
  {
    ...invitation,
    token: Type.String({ description: 'Shown once.' }),
    url: Type.String({ description: 'The page where the invited user accepts. Shown once.' }),
  },
  { $id: 'InvitationCreated' },
)

export const InvitationPreview = Type.Object(
  {
    workspace_name: Type.String(),
    role: Type.String(),
    invited_by: invitation.created_by,
    expires_at: invitation.expires_at,
  },
  { $id: 'InvitationPreview' },
)

export const InvitationAccept = Type.Object(
  { username: Type.Optional(Username), password: Type.Optional(NewPassword) },
  { $id: 'InvitationAccept' },
)

export const InvitationAccepted = Type.Object(
  { workspace_id: Type.String(), workspace_name: Type.String(), role: Type.String(), user: UserResponse },
  { $id: 'InvitationAccepted' },
)
