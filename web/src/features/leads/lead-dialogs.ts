// The panel and dialogs of the lead store, loaded when they are first opened.
import { lazyPart } from '../../ui/lazy-part.tsx'

export const LeadPanel = lazyPart(async () => (await import('./lead-panel.tsx')).LeadPanel)
export const AddLeadDialog = lazyPart(async () => (await import('./add-lead.dialog.tsx')).AddLeadDialog)
export const LeadImportsDialog = lazyPart(async () => (await import('./lead-imports.dialog.tsx')).LeadImportsDialog)
