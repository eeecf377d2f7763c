// Shows the pages of a workspace, or in their place what its rule asks a person to set up first.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { queries } from '../api/queries.ts'
import type { Workspace } from '../api/shapes.ts'
import { ruleQuery } from '../features/settings/sign-in/second-factor-rule.queries.ts'

const NeedsSecondFactor = lazy(async () => ({
  default: (await import('../features/settings/sign-in/needs-second-factor.tsx')).NeedsSecondFactor,
}))

export function SecondFactorGate({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  const rule = useQuery(ruleQuery(workspace.id))
  // It stays until the person goes on: recovery codes are shown there once.
  const [held, setHeld] = useState<string | null>(null)
  if (rule.data?.required && !rule.data.satisfied && held !== workspace.id) setHeld(workspace.id)
  if (held !== workspace.id) return children
  async function goOn(): Promise<boolean> {
    const { data } = await rule.refetch()
    if (!data || (data.required && !data.satisfied)) return false
    setHeld(null)
    void queries.invalidateQueries()
    return true
  }
  return (
    <Suspense fallback={null}>
      <NeedsSecondFactor workspace={workspace.name} onGoOn={goOn} />
    </Suspense>
  )
}
