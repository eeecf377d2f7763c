// The export dialog as a chunk of its own, loaded when it is asked for.
import { later } from '../../ui/later.tsx'

export const LazyExportDialog = later(async () => (await import('./export.dialog.tsx')).ExportDialog)
