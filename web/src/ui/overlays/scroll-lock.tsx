// Stands in for react-remove-scroll inside Radix: the app's page never scrolls, so there is nothing to lock.
import type { ElementType, ReactNode } from 'react'

interface Props {
  as?: ElementType
  children: ReactNode
}

export function RemoveScroll({ as: As, children }: Props) {
  return As ? <As>{children}</As> : children
}

RemoveScroll.classNames = { fullWidth: '', zeroRight: '' }
