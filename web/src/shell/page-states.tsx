// Pages for an address that leads nowhere and for a page that broke.
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { EmptyState, ErrorState } from '../ui/states.tsx'

export function NotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="There is nothing at this address"
      action={
        <Link to="/" className="font-medium text-accent-ink underline-offset-2 hover:underline">
          Go to the workbooks
        </Link>
      }
    >
      The link may be incomplete, or what it led to was deleted.
    </EmptyState>
  )
}

export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <ErrorState
      title="This page could not be shown"
      error={error}
      meaning="Your data is safe on the server."
      retry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
