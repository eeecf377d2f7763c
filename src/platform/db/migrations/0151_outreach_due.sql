-- Messages that are due are taken in this order, answers first: a claim reads as many entries as it takes messages.
create index outbound_in_turn on outbound_messages (workspace_id, (kind <> 'answer'), due_at, id) where state = 'planned';
