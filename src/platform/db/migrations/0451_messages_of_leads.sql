-- A lead that is deleted takes its messages along. Without these indexes the deletion of each read all messages of the workspace.
create index outbound_of_lead on outbound_messages (workspace_id, lead_id) where lead_id is not null;
create index inbound_of_lead on inbound_messages (workspace_id, lead_id) where lead_id is not null;
