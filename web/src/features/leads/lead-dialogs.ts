// The panel and dialogs of the lead store, loaded when they are first opened.
import { later } from '../../ui/later.tsx'

export const LeadPanel = later(async () => (await import('./lead-panel.tsx')).LeadPanel)
export const AddLeadDialog = later(async () => (await import('./add-lead.dialog.tsx')).AddLeadDialog)
export const ImportLeadsDialog = later(async () => (await import('./import-leads.dialog.tsx')).ImportLeadsDialog)
export const LeadImportsDialog = later(async () => (await import('./lead-imports.dialog.tsx')).LeadImportsDialog)
