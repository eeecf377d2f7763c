// The import dialog as a chunk of its own, loaded when a file has been chosen.
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ImportDialog } from './import.dialog.tsx'

const Dialog = lazy(() => import('./import.dialog.tsx').then((loaded) => ({ default: loaded.ImportDialog })))

export function LazyImportDialog(props: ComponentProps<typeof ImportDialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
