// The name of a person, a firm or a thing within a line: one from the right to the left leaves the order of the words beside it as it is.
import type { ReactNode } from 'react'

export function Name({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}
