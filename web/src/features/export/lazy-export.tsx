// The export dialog as a chunk of its own, loaded when it is opened.
import { lazyPart } from '../../ui/lazy-part.tsx'

export const LazyExportDialog = lazyPart(async () => (await import('./export.dialog.tsx')).ExportDialog)
