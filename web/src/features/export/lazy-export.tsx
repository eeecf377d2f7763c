// The export dialog as a chunk of its own, loaded when it is asked for.
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ExportDialog } from './export.dialog.tsx'

const Dialog = lazy(() => import('./export.dialog.tsx').then((loaded) => ({ default: loaded.ExportDialog })))

export function LazyExportDialog(props: ComponentProps<typeof ExportDialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
