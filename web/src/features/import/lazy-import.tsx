// The import dialog as a chunk of its own, loaded when a file has been chosen.
import { later } from '../../ui/later.tsx'

export const LazyImportDialog = later(async () => (await import('./import.dialog.tsx')).ImportDialog)
