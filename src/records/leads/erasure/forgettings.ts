// What happens to a person who is erased in each table of workbooks and leads.
import { isCommitting } from '../../imports/import-end.commands.ts'
import type { ForgetRule, Forgettings } from '../../lead-facts/forget.commands.ts'

const PASSING: ForgetRule = { by: 'nothing', because: 'Work that is done within seconds and names rows by id' }
const COUNTS: ForgetRule = { by: 'nothing', because: 'Ids and counts' }
const ROW = { as: 'row', id: 't.row_id' } as const
const LEAD = { as: 'lead', id: 't.lead_id' } as const
const IMPORT = { as: 'import', id: 't.import_id' } as const

export const FORGET_IN_RECORDS: Forgettings = {
  workbook_rows: { by: 'eraser', as: 'row' },
  cells: { by: 'eraser', ...ROW },
  // For another row with the same name they are its history.
  cell_versions: { by: 'deleting', names: 'told', ...ROW },
  trashed_rows: { by: 'deleting', names: 'told', as: 'deleted row', id: 't.row_id' },
  changes: { by: 'blanking', as: 'change', set: { label: 'null' }, plain: ['kind', 'state', 'actor', 'counts'] },
  column_tests: { by: 'deleting', as: 'column test' },
  workbooks: { by: 'telling', as: 'workbook' },
  workbook_columns: { by: 'telling', as: 'column' },
  workbook_views: { by: 'telling', as: 'view' },
  workbook_threads: COUNTS,
  workbook_comments: { by: 'deleting', names: 'told', as: 'comment' },
  workbook_row_blocks: COUNTS,
  workbook_column_counts: COUNTS,
  workbook_links: COUNTS,
  view_indexes: { by: 'deleting', as: 'view' },
  view_entries: { by: 'following', table: 'workbook_rows' },
  match_keys: { by: 'following', table: 'workbook_rows' },
  matched_rows: COUNTS,
  moved_keys: PASSING,
  dirty_rows: PASSING,
  // The values before and after, until a rule has seen them.
  row_changes: { by: 'deleting', names: 'told', as: 'change' },
  row_pairs: { by: 'following', table: 'workbook_rows' },
  row_scans: COUNTS,
  import_files: {
    by: 'blanking',
    as: 'import',
    set: { file_name: "''", plan: 'null', result: 'null', names: 'null', error: 'null' },
    plain: ['actor'],
    only: `not ${isCommitting('t')}`,
  },
  import_rows: { by: 'deleting', names: 'told', ...IMPORT },
  import_keys: { by: 'deleting', names: 'told', ...IMPORT },
  job_rejects: { by: 'deleting', names: 'told', as: 'job', id: 't.job_id' },
  stored_chunks: { by: 'eraser', as: 'file', id: 't.file_id' },
  ingest_tokens: { by: 'nothing', because: 'Hashes and settings' },
  own_providers: { by: 'telling', as: 'provider' },
  specialization_synonyms: { by: 'nothing', because: 'Names of industries' },
  leads: { by: 'eraser', as: 'lead' },
  // Shown again from the leads that are left; those that name the person are emptied with the lead.
  merged_leads: { by: 'eraser', ...LEAD },
  lead_texts: { by: 'following', table: 'leads' },
  lead_keys: { by: 'following', table: 'leads' },
  lead_provenance: { by: 'eraser', ...LEAD },
  lead_changes: { by: 'deleting', names: 'told', ...LEAD },
  lead_claims: { by: 'deleting', names: 'told', ...LEAD },
  lead_intents: { by: 'deleting', names: 'told', ...LEAD },
  lead_scores: { by: 'following', table: 'leads' },
  source_evidence: { by: 'following', table: 'leads' },
  lead_filters: { by: 'telling', as: 'lead filter' },
  lead_counts: COUNTS,
  lead_blocks: {
    by: 'nothing',
    because: 'Counts, and pieces of words that go with the first change of a lead of the block',
  },
  lead_suppressions: { by: 'nothing', because: 'Keyed hashes of erased people' },
  erasure_keys: { by: 'nothing', because: 'Keys of hashes' },
  erasure_keys_kept: { by: 'nothing', because: 'Keys of hashes' },
  entities: { by: 'eraser', as: 'entity' },
  entity_records: { by: 'following', table: 'leads' },
  entity_pairs: { by: 'following', table: 'leads' },
  entity_merges: { by: 'eraser', as: 'merge' },
  entity_keys: { by: 'following', table: 'entity_records' },
  entity_models: { by: 'nothing', because: 'Weights that were learned' },
  entity_settings: COUNTS,
}
