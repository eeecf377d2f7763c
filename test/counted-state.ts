// What calls may change, counted over all workspaces: what was answered as an error leaves all of it as it was.
const TABLES = [
  'workbooks',
  'workbook_columns',
  'workbook_rows',
  'workbook_views',
  'workbook_sources',
  'changes',
  'import_files',
  'runs',
  'auto_runs',
  'jobs',
  'leads',
  'lead_suppressions',
  'watches',
  'automation_rules',
  'incoming_hooks',
  'incoming_payloads',
  'webhook_endpoints',
  'mailboxes',
  'sequences',
  'enrollments',
  'outbound_messages',
  'suppressions',
  'recipes',
  'functions',
  'own_providers',
  'mcp_tokens',
  'invitations',
  'assistant_plans',
]

/** Acts that stand for a refusal, or for the knocking itself. */
const OF_REFUSALS = ['mcp.called']

export const COUNTED = `select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')},
  (select count(*)::int from audit_log where act not in (${OF_REFUSALS.map((act) => `'${act}'`).join(', ')})) as acts`
