// Where identity providers send people back to: ends the sign-in, or says why it did not work.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { asProblem } from '../../api/problem.ts'
import { givenSearch } from '../../session/arrived.ts'
import { usePage } from '../../session/page.ts'
import { comeBack } from '../../session/single-sign-on.ts'
import { Mark } from '../../ui/mark.tsx'

const route = getRouteApi('/login/sso/$provider')

export function SsoReturnPage() {
  usePage({ title: 'Signing in' })
  const { provider } = route.useParams()
  const search = givenSearch()
  // What came back works once.
  const back = useQuery({
    queryKey: ['sign-in by', provider],
    queryFn: async () => {
      // Neither the code nor the state stays in the history. The next page is loaded again: it may belong to another account.
      history.replaceState(history.state, '', location.pathname)
      location.replace(await comeBack(provider, new URLSearchParams(search)))
      return true
    },
    retry: false,
    retryOnMount: false,
    // A refusal, too, is not asked for again as the page gets the focus.
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })

  return (
    <main className="flex h-full items-center justify-center overflow-y-auto p-4">
      <div className="w-full max-w-96 pb-16">
        <div className="mb-6 flex items-center gap-2.5">
          <Mark className="size-8" />
          <h1 className="font-semibold text-xl tracking-tight">Millrace</h1>
        </div>
        {!back.isError ? (
          <p role="status" className="text-ink-2">
            Signing you in…
          </p>
        ) : (
          <>
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
              {asProblem(back.error).message}.
            </p>
            <Link to="/login" className="mt-4 inline-block text-accent underline">
              Back to the sign-in page
            </Link>
          </>
        )}
      </div>
    </main>
  )
}
