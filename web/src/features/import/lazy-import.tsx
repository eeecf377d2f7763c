// The import dialog as a chunk of its own, loaded when a file has been chosen.
import { lazyPart } from '../../ui/lazy-part.tsx'

export const LazyImportDialog = lazyPart(async () => (await import('./import.dialog.tsx')).ImportDialog)
