// The open lead and the filter of the leads, kept in the address so that both can be sent to a colleague and left with "back".
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { askedOf, askedShort, type LeadQuery } from './leads.logic.ts'

const route = getRouteApi('/w/$workspace/leads')

/** Reads and writes `?lead=…`. */
export function useOpenLead() {
  const { lead } = route.useSearch() as { lead?: unknown }
  const navigate = route.useNavigate()
  const id = Number(lead)
  const open = Number.isSafeInteger(id) && id > 0 ? id : null
  function setOpen(next: number | null) {
    // Going from one lead to the next is no step of its own for "back".
    if (next === open) return
    void navigate({
      search: ({ lead: _, ...others }) => (next === null ? others : { ...others, lead: next }),
      replace: open !== null && next !== null,
    })
  }
  return { open, setOpen }
}

/** Reads and writes `?asked=…`. */
export function useAsked() {
  const { asked: told } = route.useSearch() as { asked?: unknown }
  const navigate = route.useNavigate()
  const text = JSON.stringify(told ?? null)
  const asked = useMemo(() => askedOf(JSON.parse(text)), [text])
  function setAsked(next: LeadQuery) {
    const short = askedShort(next)
    void navigate({
      search: ({ asked: _, ...others }) => (short === null ? others : { ...others, asked: short }),
      // A word as it is typed is no step for "back".
      replace: next.search !== asked.search,
    })
  }
  return { asked, setAsked }
}
