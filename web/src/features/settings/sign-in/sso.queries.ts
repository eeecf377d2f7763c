// What the page for single sign-on asks and changes.

import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'

const key = () => keys.settings('sso')

export const ssoQuery = () => ({ queryKey: key(), queryFn: () => take(api.GET('/api/settings/sso')) })

/** Does something and reads the settings again. */
async function then<T>(work: Promise<T>): Promise<T> {
  const done = await work
  await queries.invalidateQueries({ queryKey: key() })
  return done
}

export const addProvider = (body: Schemas['SsoProviderCreate']) =>
  then(take(api.POST('/api/settings/sso/providers', { body })))

const providerPath = (sso_provider_id: string) => ({ params: { path: { sso_provider_id } } })
const domainPath = (sso_domain: string) => ({ params: { path: { sso_domain } } })

export const changeProvider = (id: string, body: Schemas['SsoProviderUpdate']) =>
  then(take(api.PATCH('/api/settings/sso/providers/{sso_provider_id}', { ...providerPath(id), body })))

export const deleteProvider = (id: string) =>
  then(take(api.DELETE('/api/settings/sso/providers/{sso_provider_id}', providerPath(id))))

export const testProvider = (id: string) =>
  take(api.POST('/api/settings/sso/providers/{sso_provider_id}/test', providerPath(id)))

export const addDomain = (domain: string) => then(take(api.POST('/api/settings/sso/domains', { body: { domain } })))

export const verifyDomain = (domain: string) =>
  then(take(api.POST('/api/settings/sso/domains/{sso_domain}/verify', domainPath(domain))))

export const updateDomain = (domain: string, body: Schemas['SsoDomainUpdate']) =>
  then(take(api.PATCH('/api/settings/sso/domains/{sso_domain}', { ...domainPath(domain), body })))

export const removeDomain = (domain: string) =>
  then(take(api.DELETE('/api/settings/sso/domains/{sso_domain}', domainPath(domain))))
