// Wire shapes of accounts: what their owners and administrators send and get.
import { Type } from 'typebox'
import { countedListOf, listOf } from '../../platform/http/paging.ts'
import { Token, UserResponse } from '../auth.schema.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords.logic.ts'

export const Username = Type.String({ minLength: 1, maxLength: 100, description: 'Unique without regard to case.' })
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX, 'x-secret': true })

const ProfileImage = Type.Optional(
  Type.Union([Type.String({ maxLength: 140_000 }), Type.Null()], {
    description:
      'An https address, or a PNG, JPEG, GIF or WebP of at most 100 KB as `data:image/…;base64,…`; null takes it away.',
  }),
)

export const AccountResponse = Type.Object(
  {
    ...UserResponse.properties,
    workspaces: Type.Integer({ description: 'That the account is a member of.' }),
    suspended_in: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }), {
      description:
        'Workspaces whose directory or identity provider made the account and that do not let it in now, as after `active: false`.',
    }),
  },
  { $id: 'AccountResponse' },
)
export const UserList = listOf(AccountResponse, 'UserList')
export const MemberUserList = countedListOf(UserResponse, 'MemberUserList')

export const ProfileUpdate = Type.Object(
  { username: Type.Optional(Username), profile_image: ProfileImage },
  { $id: 'ProfileUpdate' },
)

export const PasswordChange = Type.Object(
  { current_password: Type.String({ maxLength: 1024, 'x-secret': true }), new_password: NewPassword },
  { $id: 'PasswordChange' },
)

/** The user, and a new pair of tokens in place of those that ended with the old password. */
export const PasswordChanged = Type.Object(
  { ...UserResponse.properties, ...Token.properties },
  { $id: 'PasswordChanged' },
)

const PlatformRole = Type.Union([Type.Literal('user'), Type.Literal('admin')])

export const UserCreate = Type.Object(
  {
    username: Username,
    password: NewPassword,
    role: Type.Union([Type.Literal('user'), Type.Literal('admin')], { default: 'user' }),
    is_active: Type.Boolean({ default: true }),
  },
  { $id: 'UserCreate' },
)

export const UserUpdate = Type.Object(
  { username: Type.Optional(Username), profile_image: ProfileImage, is_active: Type.Optional(Type.Boolean()) },
  { $id: 'UserUpdate' },
)

export const UserPassword = Type.Object({ password: NewPassword }, { $id: 'UserPassword' })

export const UserRole = Type.Object({ role: PlatformRole }, { $id: 'UserRole' })
