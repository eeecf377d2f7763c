// The place in the top bar for what belongs to the page on screen.
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

const PLACE = 'page-tools'

export function PageToolsPlace() {
  return <div id={PLACE} className="flex shrink-0 items-center empty:hidden" />
}

/** Shows its children in the top bar while it is on the page. */
export function PageTools({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(PLACE)), [])
  return place && createPortal(children, place)
}
