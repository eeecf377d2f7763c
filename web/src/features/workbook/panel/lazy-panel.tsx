// The panel at the right as a chunk of its own: fetched once the grid stands, so that opening it does not wait for it.
import { type ComponentProps, useEffect } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { WorkbookPanel } from './workbook-panel.tsx'

/** The first rows are on the screen by then. */
const SOON_MS = 1_000

const load = () => import('./workbook-panel.tsx')
const Panel = lazyPart(async () => (await load()).WorkbookPanel)

interface Props extends Omit<ComponentProps<typeof WorkbookPanel>, 'panel'> {
  panel: ComponentProps<typeof WorkbookPanel>['panel'] | null
}

export function LazyPanel({ panel, ...props }: Props) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), SOON_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!panel) return null
  return <Panel {...props} panel={panel} />
}
