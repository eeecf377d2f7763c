-- Undoing and redoing that is under way is found in a workspace without looking at everything that was ever done there.
create index changes_under_way on changes (workspace_id) where state in ('undoing', 'redoing');
