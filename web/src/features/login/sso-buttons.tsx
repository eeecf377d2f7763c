// A button for each identity provider: those listed for all, and those of a workspace or e-mail domain.
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { offersQuery, signInBy } from '../../session/single-sign-on.ts'
import { Button } from '../../ui/button.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

interface Props {
  workspace: string | undefined
  /** What stands in the field for the name; asked about once it looks like an e-mail address. */
  login: string
  next: string | undefined
}

export function SsoButtons({ workspace, login, next }: Props) {
  const { settled } = useDebounced(login.trim())
  const address = /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/.test(settled)
    ? settled.slice(settled.lastIndexOf('@') + 1)
    : undefined
  const offers = useQuery(offersQuery(workspace, address))
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const items = offers.data ?? []
  if (items.length === 0) return null

  async function go(id: string) {
    setBusy(id)
    setError(null)
    try {
      await signInBy(id, next)
    } catch (failed) {
      setError(asProblem(failed).message)
      setBusy(null)
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-2 border-t pt-4">
      {items.map(({ id, name, required }) => (
        <Button
          key={id}
          look={required ? 'primary' : 'plain'}
          icon={LogIn}
          busy={busy === id}
          disabled={busy !== null}
          onClick={() => void go(id)}
        >
          Continue with {name}
        </Button>
      ))}
      {error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
