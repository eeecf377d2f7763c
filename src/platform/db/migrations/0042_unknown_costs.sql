-- A cell that somebody was asked for at a price nobody knows cost an unknown amount, and not nothing.
alter table cells alter column cost_micro drop not null;
-- An owner who is no superuser is bound by the rule of the workspaces too, and would change nothing.
alter table cells no force row level security;
alter table ledger_lines no force row level security;
update cells c set cost_micro = null from ledger_lines l
  where l.state in ('unpriced', 'uncertain') and c.workspace_id = l.workspace_id and c.workbook_id = l.workbook_id
    and c.row_id = l.row_id and c.column_id = l.column_id and c.run_id = l.run_id;
alter table cells force row level security;
alter table ledger_lines force row level security;
