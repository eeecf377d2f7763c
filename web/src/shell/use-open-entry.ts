// Opens the page of an entry of the palette, and begins there what the entry is for.
import { useNavigate } from '@tanstack/react-router'
import { isOffered, runWhenOffered } from '../session/commands.ts'
import { useWorkspace } from '../session/workspace.ts'
import type { PageEntry } from './palette-entries.ts'

export function useOpenEntry() {
  const { slug } = useWorkspace()
  const navigate = useNavigate()
  return async ({ path, begins }: Pick<PageEntry, 'path' | 'begins'>) => {
    const [to, query] = path.split('?')
    const isHere = begins !== undefined && isOffered(begins)
    if (begins !== undefined) runWhenOffered(begins)
    if (isHere) return
    await navigate({ to: `/w/${slug}${to}` as string, search: Object.fromEntries(new URLSearchParams(query)) as never })
  }
}
