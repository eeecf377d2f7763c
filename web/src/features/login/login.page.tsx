// The first page: sign in.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../../api/session.ts'
import { usePage } from '../../session/page.ts'
import { useSessionState } from '../../session/use-session.ts'
import { Mark } from '../../ui/mark.tsx'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/login')

/** Only an address of this app: a link must not send a fresh session elsewhere. */
export function safeNext(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/'
}

export function LoginPage() {
  usePage({ title: 'Sign in' })
  const { next, workspace } = route.useSearch()
  const navigate = useNavigate()
  const state = useSessionState()

  useEffect(() => {
    if (state === 'signed_in') void navigate({ href: safeNext(next), replace: true })
  }, [state, next, navigate])

  return (
    <main className="flex h-full items-center justify-center overflow-y-auto p-4">
      <div className="w-full max-w-80 pb-16">
        <div className="mb-2 flex items-center gap-2.5">
          <Mark className="size-8" />
          <h1 className="font-semibold text-xl tracking-tight">Millrace</h1>
        </div>
        <p className="mb-6 text-ink-2">Build lists of leads, find what is missing in them, and reach out.</p>
        <SignInForm username={session.username() ?? ''} workspace={workspace} next={next} onDone={() => undefined} />
        <p className="mt-6 text-ink-3 text-xs">
          First start? The password of the first admin is in the output of the server, printed once.
        </p>
      </div>
    </main>
  )
}
