// What happens to a person who is erased in each table of runs, lookups, sources and money.
import type { ForgetRule, Forgettings } from '../../records/lead-facts/forget.commands.ts'

const NUMBERS: ForgetRule = { by: 'nothing', because: 'Ids, amounts and times' }
const ROW = { as: 'row', id: 't.row_id' } as const
const SOURCE = { as: 'source', id: 't.source_id' } as const

export const FORGET_IN_ENRICHMENT: Forgettings = {
  attempts: {
    by: 'blanking',
    ...ROW,
    set: { request: 'null', response: 'null', answer: 'null', detail: 'null' },
    plain: ['column_id', 'outcome', 'provider', 'reason', 'state', 'step_id'],
  },
  lookup_cache: { by: 'deleting', as: 'cached answer', id: 't.provider' },
  page_cache: { by: 'deleting', as: 'cached page', id: "encode(t.url_hash, 'hex')" },
  company_icons: { by: 'deleting', as: 'company icon', id: 't.domain' },
  cell_evidence: { by: 'deleting', ...ROW },
  // Its call is under way; what it brings is checked before it is stored.
  awaited_answers: { by: 'telling', ...ROW },
  provider_health: {
    by: 'blanking',
    as: 'provider',
    id: 't.account',
    set: { detail: "''" },
    plain: ['account', 'kind', 'reason'],
  },
  provider_places: NUMBERS,
  provider_turns: NUMBERS,
  runs: {
    by: 'blanking',
    as: 'run',
    set: { error: 'null', ending_error: 'null' },
    plain: ['status', 'mode', 'ending', 'auto_column', 'column_ids', 'counts', 'estimate'],
  },
  run_chunks: NUMBERS,
  reservations: NUMBERS,
  ledger_lines: NUMBERS,
  budgets: NUMBERS,
  budget_use: NUMBERS,
  lookup_prices: NUMBERS,
  reported_costs: NUMBERS,
  lookup_usage: NUMBERS,
  model_prices: NUMBERS,
  auto_runs: NUMBERS,
  refresh_policies: { by: 'telling', as: 'refresh policy', id: 't.subject' },
  workbook_sources: { by: 'telling', as: 'source' },
  source_rows: { by: 'deleting', names: 'told', ...SOURCE },
}
