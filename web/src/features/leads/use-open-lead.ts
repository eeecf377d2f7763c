// Which lead is open, kept in the address so that it can be sent to a colleague and left with "back".
import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/w/$workspace/leads')

/** Reads and writes `?lead=…`. */
export function useOpenLead() {
  const { lead } = route.useSearch() as { lead?: unknown }
  const navigate = route.useNavigate()
  const id = Number(lead)
  const open = Number.isSafeInteger(id) && id > 0 ? id : null
  function setOpen(next: number | null) {
    // Going from one lead to the next is no step of its own for "back".
    if (next !== open)
      void navigate({ search: next === null ? {} : { lead: next }, replace: open !== null && next !== null })
  }
  return { open, setOpen }
}
