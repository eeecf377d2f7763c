// Wire shapes of single sign-on: providers, domains, linked identities, and the way through a provider.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { Token } from '../auth.schema.ts'

const Moment = Type.String({ format: 'date-time' })
const Role = Type.Union([Type.Literal('editor'), Type.Literal('member'), Type.Literal('viewer')])
const Next = Type.Optional(
  Type.String({ maxLength: 2000, description: 'The page of the web app to return to; returned at the end.' }),
)

export const SsoOffer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    required: Type.Boolean({ description: 'Whether users of the requested domain can log in by it only.' }),
  },
  { $id: 'SsoOffer' },
)
export const SsoOfferList = listOf(SsoOffer, 'SsoOfferList')

export const SsoStart = Type.Object({ next: Next }, { $id: 'SsoStart' })

export const SsoStarted = Type.Object(
  {
    url: Type.String({ description: 'Where to send the browser.' }),
    expires_in: Type.Integer({ description: 'Seconds in which the browser must return.' }),
  },
  { $id: 'SsoStarted' },
)

export const SsoReturn = Type.Object(
  {
    provider_id: Type.String({
      maxLength: 100,
      description: 'The last part of the address that the browser returned to.',
    }),
    parameters: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 8000 }), {
      maxProperties: 20,
      description: 'All query parameters of that address: `code`, `state`, `iss`, or `error`.',
    }),
  },
  { $id: 'SsoReturn' },
)

export const SsoSignedIn = Type.Object(
  { ...Token.properties, username: Type.String(), next: nullable(Type.String()) },
  { $id: 'SsoSignedIn' },
)

export const LinkedIdentity = Type.Object(
  {
    id: Type.String(),
    provider: Type.Object({ id: Type.String(), name: Type.String() }),
    email: nullable(Type.String(), 'As the provider said it at the last login.'),
    created_at: Moment,
    last_login_at: nullable(Moment),
  },
  { $id: 'Identity' },
)

export const IdentityList = Type.Object(
  {
    ...listOf(LinkedIdentity, 'IdentityPage').properties,
    providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), workspace: Type.String() }), {
      description: 'Those of your workspaces, which you may link.',
    }),
  },
  { $id: 'IdentityList' },
)

export const IdentityLink = Type.Object(
  {
    provider_id: Type.String({ maxLength: 100 }),
    password: Type.String({ maxLength: 1024, 'x-secret': true, description: 'The own password, again.' }),
    next: Next,
  },
  { $id: 'IdentityLink' },
)

export const IdentityPath = Type.Object({ identity_id: Type.String() })

export const SsoProvider = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    issuer: Type.String(),
    client_id: nullable(Type.String(), 'Null: not set up yet; no user can log in by it.'),
    has_secret: Type.Boolean(),
    enabled: Type.Boolean(),
    listed: Type.Boolean({ description: 'On the sign-in page for all users.' }),
    makes_accounts: Type.Boolean({ description: 'Whether users of its domains without an account get one.' }),
    default_role: Role,
    people: Type.Integer({ description: 'How many accounts are linked to it.' }),
    created_at: Moment,
    updated_at: Moment,
  },
  { $id: 'SsoProvider' },
)

export const SsoDomain = Type.Object(
  {
    domain: Type.String(),
    verified_at: nullable(Moment, 'Null: not proven yet, so it has no effect.'),
    enforced: Type.Boolean({
      description:
        'Users of this domain log in by single sign-on only; owners and administrators of the install keep their passwords.',
    }),
    provider_id: nullable(
      Type.String(),
      'The provider that vouches for addresses of this domain; null: none was chosen, so no new user logs in under it.',
    ),
    record: Type.Object(
      { name: Type.String(), value: Type.String() },
      { description: 'The TXT record that proves the domain.' },
    ),
    created_at: Moment,
  },
  { $id: 'SsoDomain' },
)

export const SsoSettings = Type.Object(
  {
    providers: Type.Array(SsoProvider),
    domains: Type.Array(SsoDomain),
    redirect_base: Type.String({
      description: 'Followed by the id of a provider it is the redirect URI to register there.',
    }),
    sign_in_url: Type.String({ description: 'The sign-in page with the providers of this workspace.' }),
  },
  { $id: 'SsoSettings' },
)

const fields = {
  name: Type.String({ minLength: 1, maxLength: 60, description: 'The text of the button.' }),
  issuer: Type.String({
    minLength: 8,
    maxLength: 500,
    description: 'Its configuration is read from below this address.',
  }),
  client_id: Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()]),
  client_secret: Type.Union([Type.String({ maxLength: 1000, 'x-secret': true }), Type.Null()], {
    description: 'Sealed and never given out. Blank leaves what is there; null takes it away, for public clients.',
  }),
  enabled: Type.Boolean(),
  listed: Type.Boolean({ description: 'For administrators of the install: on the sign-in page for all users.' }),
  makes_accounts: Type.Boolean(),
  default_role: Role,
}

export const SsoProviderCreate = Type.Object(
  {
    name: fields.name,
    issuer: fields.issuer,
    client_id: Type.Optional(fields.client_id),
    client_secret: Type.Optional(fields.client_secret),
    makes_accounts: Type.Optional(fields.makes_accounts),
    default_role: Type.Optional(fields.default_role),
  },
  { $id: 'SsoProviderCreate' },
)

export const SsoProviderUpdate = Type.Partial(Type.Object(fields), { $id: 'SsoProviderUpdate' })

export const SsoTest = Type.Object({ ok: Type.Boolean(), words: Type.String() }, { $id: 'SsoTest' })

export const SsoDomainCreate = Type.Object(
  {
    domain: Type.String({ minLength: 3, maxLength: 253 }),
    provider_id: Type.Optional(
      nullable(
        Type.String({ maxLength: 100 }),
        'The provider that vouches for it. Absent: the one of a workspace that has one.',
      ),
    ),
  },
  { $id: 'SsoDomainCreate' },
)
export const SsoDomainUpdate = Type.Object(
  {
    enforced: Type.Optional(Type.Boolean()),
    provider_id: Type.Optional(
      nullable(Type.String({ maxLength: 100 }), 'The provider that vouches for it from now on.'),
    ),
  },
  { $id: 'SsoDomainUpdate', additionalProperties: false },
)

export const SsoProviderPath = Type.Object({ sso_provider_id: Type.String() })
export const SsoDomainPath = Type.Object({ sso_domain: Type.String() })

export type SsoDomainCreate = Static<typeof SsoDomainCreate>
export type SsoDomainUpdate = Static<typeof SsoDomainUpdate>
export type SsoOffer = Static<typeof SsoOffer>
export type SsoProvider = Static<typeof SsoProvider>
export type SsoDomain = Static<typeof SsoDomain>
export type LinkedIdentity = Static<typeof LinkedIdentity>
export type SsoProviderCreate = Static<typeof SsoProviderCreate>
export type SsoProviderUpdate = Static<typeof SsoProviderUpdate>
