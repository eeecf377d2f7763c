// The workspace that the page is in, and how to find one by the name in the address.
import { createContext, use } from 'react'
import { api, take } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { Role, Workspace } from '../api/shapes.ts'

export const WorkspaceContext = createContext<Workspace | null>(null)

export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (!workspace) throw new Error('useWorkspace needs a page inside a workspace')
  return workspace
}

export const workspacesQuery = {
  queryKey: keys.workspaces,
  queryFn: async () => (await take(api.GET('/api/workspaces'))).items as Workspace[],
  staleTime: 60_000,
}

const lastKey = 'millrace.workspace'

export function rememberWorkspace(slug: string) {
  localStorage.setItem(lastKey, slug)
}

/** By slug or id, as it stands in an address. */
export function findWorkspace(all: Workspace[], name: string): Workspace | undefined {
  return all.find((one) => one.slug === name) ?? all.find((one) => one.id === name)
}

/** Where to go when the address names none: the last one seen on this machine, else the person's default. */
export function homeWorkspace(all: Workspace[]): Workspace | undefined {
  return findWorkspace(all, localStorage.getItem(lastKey) ?? '') ?? all.find((one) => one.is_default) ?? all[0]
}

const ranks = ['viewer', 'member', 'editor', 'admin', 'owner']

/** Is this role at least that one? */
export function roleReaches(role: Role, needed: Role): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(needed)
}
