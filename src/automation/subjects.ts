// What settings of rules name by id: where its name is read, and how a form offers it.
import type { SettingForm } from '../kernel/setting-form.ts'

interface Subject {
  /** The table with an `id`, and its name as SQL. */
  from: string
  name: string
  form: SettingForm
}

const listed = (title: string, path: string, added_under: string, note?: string): SettingForm => ({
  title,
  list: { path, value: 'id', label: 'name', added_under, ...(note !== undefined && { note }) },
})

/** By the setting; a trigger or an action that names something else has it here. */
export const SUBJECTS = {
  workbook_id: { from: 'workbooks', name: 'name', form: { title: 'Workbook', editor: 'workbook' } },
  endpoint_id: {
    from: 'webhook_endpoints',
    name: 'name',
    form: listed('Endpoint', '/api/webhooks/endpoints', 'Webhooks', 'url'),
  },
  sequence_id: { from: 'sequences', name: 'name', form: listed('Sequence', '/api/outreach/sequences', 'Outreach') },
  function_id: { from: 'functions', name: 'name', form: listed('Function', '/api/functions', 'Functions') },
  hook_id: {
    from: 'incoming_hooks',
    name: 'name',
    form: listed('Incoming webhook', '/api/webhooks/incoming', 'Incoming'),
  },
  watch_id: { from: 'watches', name: 'coalesce(name, target)', form: { title: 'Watch', editor: 'watch' } },
  filter_id: {
    from: 'lead_filters',
    name: 'name',
    form: {
      title: 'Leads of a saved filter',
      editor: 'lead-filter',
      hint: 'Only leads that the shared saved filter means when it happens.',
    },
  },
} as const satisfies Record<string, Subject>

/** Undefined for a setting that names nothing. */
export const subjectOf = (setting: string): Subject | undefined =>
  Object.hasOwn(SUBJECTS, setting) ? SUBJECTS[setting as keyof typeof SUBJECTS] : undefined
