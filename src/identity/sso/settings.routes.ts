// Routes of single sign-on for the workspace's administrators: its providers and its domains.
import { originOf } from '../../platform/http/browser/origin.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { inDirectory } from '../scim/directory.ts'
import { readWorkspaceSlug } from '../workspaces/workspaces.reads.ts'
import {
  addDomain,
  createProvider,
  deleteProvider,
  removeDomain,
  type SsoAdmin,
  testProvider,
  updateDomain,
  updateProvider,
  verifyDomain,
} from './providers.commands.ts'
import { readDomains, readProviders } from './providers.reads.ts'
import {
  SsoDomain,
  SsoDomainCreate,
  SsoDomainPath,
  SsoDomainUpdate,
  SsoProvider,
  SsoProviderCreate,
  SsoProviderPath,
  SsoProviderUpdate,
  SsoSettings,
  SsoTest,
} from './sso.schema.ts'

const PROVIDERS = '/api/settings/sso/providers'
const DOMAINS = '/api/settings/sso/domains'
const common = { tag: 'Single sign-on', access: 'user', needs: 'settings.edit' } as const

export function ssoSettingsRoutes(admin: SsoAdmin, publicUrl: string | undefined): Route[] {
  const { database } = admin.sessions
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/settings/sso',
      id: 'get_sso_settings',
      summary: 'The identity providers and domains of the workspace',
      description:
        'With what to register at a provider, and the record that proves a domain. Secrets are never given out.',
      response: { 200: SsoSettings },
      handler: ({ scope, raw }) =>
        inDirectory(database, scope, async (tx) => {
          const origin = originOf(publicUrl, raw)
          const slug = await readWorkspaceSlug(tx, tx.workspace_id)
          return {
            providers: await readProviders(tx),
            domains: await readDomains(tx),
            redirect_base: `${origin}/login/sso/`,
            sign_in_url: `${origin}/login?workspace=${encodeURIComponent(slug)}`,
          }
        }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: PROVIDERS,
      id: 'create_sso_provider',
      summary: 'Add an identity provider',
      description:
        'By OpenID Connect. Without `client_id` no user can log in by it yet: register the return address, `redirect_base` and the id, ' +
        'with the provider first.',
      body: SsoProviderCreate,
      errors: [409],
      response: { 201: SsoProvider },
      handler: ({ scope }, { body }) => createProvider(admin, scope, body),
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: `${PROVIDERS}/:sso_provider_id`,
      id: 'update_sso_provider',
      summary: 'Change an identity provider',
      description:
        'Switching it off, or pointing it at another issuer, ends the sessions that it began. After a change of issuer, ' +
        'users link their accounts again. Another issuer needs the client secret again; null removes it.',
      params: SsoProviderPath,
      body: SsoProviderUpdate,
      response: { 200: SsoProvider },
      handler: ({ scope }, { params, body }) => updateProvider(admin, scope, params.sso_provider_id, body),
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${PROVIDERS}/:sso_provider_id`,
      id: 'delete_sso_provider',
      summary: 'Delete an identity provider',
      description: 'The sessions that it began end; the accounts stay.',
      params: SsoProviderPath,
      response: { 204: null },
      async handler({ scope }, { params }) {
        await deleteProvider(admin, scope, params.sso_provider_id)
        return undefined
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${PROVIDERS}/:sso_provider_id/test`,
      id: 'test_sso_provider',
      summary: 'Test an identity provider',
      description: 'Reads the configuration that its issuer publishes.',
      limit: LIMITS.integration_test,
      params: SsoProviderPath,
      response: { 200: SsoTest },
      handler: ({ scope }, { params }) => testProvider(admin, scope, params.sso_provider_id),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: DOMAINS,
      id: 'add_sso_domain',
      summary: 'Claim an e-mail domain',
      description:
        'It has no effect until it is proven by the TXT record of the answer, and belongs to one provider, which alone vouches for its addresses.',
      body: SsoDomainCreate,
      errors: [409],
      response: { 201: SsoDomain },
      handler: ({ scope }, { body }) => addDomain(admin, scope, body),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${DOMAINS}/:sso_domain/verify`,
      id: 'verify_sso_domain',
      summary: 'Prove an e-mail domain',
      description:
        'Looks for the TXT record. An administrator of the install can confirm the domain instead. 409 when the record is not ' +
        'there, or another workspace has proven the domain.',
      limit: LIMITS.integration_test,
      params: SsoDomainPath,
      errors: [409],
      response: { 200: SsoDomain },
      handler: ({ scope, signal }, { params }) => verifyDomain(admin, scope, params.sso_domain, signal),
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: `${DOMAINS}/:sso_domain`,
      id: 'update_sso_domain',
      summary: 'Choose the provider of a domain, and whether it is required',
      description:
        'Only the chosen provider vouches for addresses of the domain: new users log in by it, and no other provider or its directory ' +
        'may name its addresses. Users who are linked to another provider already stay so. With `enforced`, members of the workspace under this domain log in by single sign-on only, and their other sessions end at once. Owners ' +
        'of the workspace and administrators of the install keep their passwords.',
      params: SsoDomainPath,
      body: SsoDomainUpdate,
      errors: [409],
      response: { 200: SsoDomain },
      handler: ({ scope }, { params, body }) => updateDomain(admin, scope, params.sso_domain, body),
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${DOMAINS}/:sso_domain`,
      id: 'remove_sso_domain',
      summary: 'Remove an e-mail domain',
      description: 'Users of the domain who are linked to a provider can still log in; new users cannot.',
      params: SsoDomainPath,
      response: { 204: null },
      async handler({ scope }, { params }) {
        await removeDomain(admin, scope, params.sso_domain)
        return undefined
      },
    }),
  ]
}
