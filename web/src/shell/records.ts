// Records whose name contains what is typed into the command palette, as commands that open them.

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Contact, Eye, type LucideIcon, Send, Sheet, SquareFunction, Workflow } from 'lucide-react'
import { use } from 'react'
import { rankText, searchWords } from '../../../src/engine/values/search-words.ts'
import type { Schemas } from '../api/shapes.ts'
import { foundQuery } from '../features/home/home.queries.ts'
import type { PaletteCommand } from '../session/commands.ts'
import { WorkspaceContext } from '../session/workspace.ts'
import { useDebounced } from '../ui/use-debounced.ts'

interface Place {
  group: string
  icon: LucideIcon
  /** Below the workspace. */
  to: (id: string) => string
  search?: (id: string) => Record<string, unknown>
}

const PLACES: Record<Schemas['FoundRecord']['kind'], Place> = {
  workbook: { group: 'Workbooks', icon: Sheet, to: (id) => `/workbooks/${id}` },
  lead: { group: 'Leads', icon: Contact, to: () => '/leads', search: (id) => ({ lead: Number(id) }) },
  sequence: { group: 'Sequences', icon: Send, to: (id) => `/outreach/sequences/${id}` },
  watch: { group: 'Watches', icon: Eye, to: () => '/signals', search: (id) => ({ view: 'watches', watch: id }) },
  automation: { group: 'Rules', icon: Workflow, to: (id) => `/automations/${id}` },
  function: { group: 'Functions', icon: SquareFunction, to: () => '/functions', search: (id) => ({ function: id }) },
}

const FROM_LETTERS = 2
/** A lead may be found by what is not in its name or detail: after all that says the word itself. */
const FOUND_RECORD = 24

/** `isOpen`: the answer to what is typed is still on its way. */
export function useRecords(question: string): { records: PaletteCommand[]; isOpen: boolean } {
  const workspace = use(WorkspaceContext)
  const navigate = useNavigate()
  const { settled } = useDebounced(question.trim())
  const found = useQuery({ ...foundQuery(settled), enabled: workspace !== null && settled.length >= FROM_LETTERS })
  const typed = question.trim().toLowerCase()
  const words = searchWords(question)
  const isAsked = workspace !== null && typed.length >= FROM_LETTERS
  const isOpen = isAsked && (settled.toLowerCase() !== typed || found.isFetching)
  if (!workspace || settled.length < FROM_LETTERS || typed === '') return { records: [], isOpen }
  // While the next answer is on its way, only what still fits of the previous one is shown.
  const items = (found.data ?? []).filter(
    ({ title, detail }) => !found.isPlaceholderData || rankText(`${title} ${detail}`, words) !== null,
  )
  const records = items.map(({ kind, id, title, detail }, place): PaletteCommand => {
    const { group, icon, to, search } = PLACES[kind]
    return {
      // A workbook is a command already, where all of them are known.
      id: kind === 'workbook' ? `open-${id}` : `${kind} ${id}`,
      group,
      icon,
      title,
      detail,
      words: detail,
      found_cost: FOUND_RECORD + place / 10,
      run: () =>
        void navigate({ to: `/w/${workspace.slug}${to(id)}` as string, search: (search?.(id) ?? {}) as never }),
    }
  })
  return { records, isOpen }
}
