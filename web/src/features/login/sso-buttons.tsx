// A button for each identity provider: those listed for all, and those of a workspace or e-mail domain.
import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { offersQuery, signInBy } from '../../session/single-sign-on.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
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
  const { busy, busyBy, submit, problem } = useSubmit()
  const items = offers.data ?? []
  if (items.length === 0) return null

  return (
    <div className="mt-4 flex flex-col gap-2 border-t pt-4">
      {items.map(({ id, name, required }) => (
        <Button
          key={id}
          look={required ? 'primary' : 'plain'}
          icon={LogIn}
          busy={busyBy === id}
          disabled={busy}
          onClick={() => void submit(() => signInBy(id, next), id)}
        >
          Continue with {name}
        </Button>
      ))}
      <FormError>{problem?.message}</FormError>
    </div>
  )
}
