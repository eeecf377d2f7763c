// Sign-in through an identity provider: the list of providers, leaving for one, and coming back.
import { api, openApi, take } from '../api/client.ts'
import { session } from '../api/session.ts'

/** What a tab that was sent away is waiting for; a login by default. */
const PURPOSE = 'millrace.sso'

export const offersQuery = (workspace: string | undefined, login: string | undefined) => ({
  queryKey: ['sso offers', workspace ?? '', login ?? ''] as const,
  queryFn: async () => {
    const query = { ...(workspace && { workspace }), ...(login && { login }) }
    return (await take(openApi.GET('/auth/sso/providers', { params: { query } }))).items
  },
  staleTime: 60_000,
})

/** Takes this tab to the provider. */
export async function signInBy(sso_provider_id: string, next: string | undefined): Promise<void> {
  const body = next ? { next } : {}
  const started = await take(
    openApi.POST('/auth/sso/providers/{sso_provider_id}/start', { params: { path: { sso_provider_id } }, body }),
  )
  sessionStorage.removeItem(PURPOSE)
  location.assign(started.url)
}

/** Takes this tab to the provider, to link the identity there to the user's account. */
export async function linkBy(provider_id: string, password: string, next: string): Promise<void> {
  const started = await take(api.POST('/api/users/me/identities/start', { body: { provider_id, password, next } }))
  sessionStorage.setItem(PURPOSE, next)
  location.assign(started.url)
}

/** Ends what this tab was sent away for; answers where to go on. */
export async function comeBack(provider_id: string, search: URLSearchParams): Promise<string> {
  const body = { provider_id, parameters: Object.fromEntries(search) }
  const linking = sessionStorage.getItem(PURPOSE)
  sessionStorage.removeItem(PURPOSE)
  if (linking !== null) {
    await take(api.POST('/api/users/me/identities', { body }))
    return linking
  }
  const answer = await take(openApi.POST('/auth/sso/finish', { body }))
  session.adopt(answer, answer.username)
  return answer.next ?? '/'
}
