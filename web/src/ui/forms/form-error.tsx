// What went wrong with a form as a whole, above its buttons.
import type { ReactNode } from 'react'

export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}
