-- A bounce has a class and the words of the server, and a reply may leave open whether its writer wants no more mail.
alter table outbound_messages add column bounce_class text;
alter table outbound_messages add column bounce_detail text;
alter table inbound_messages drop constraint inbound_messages_class_check;
alter table inbound_messages add constraint inbound_messages_class_check check (class in ('interested', 'not_now', 'not_interested',
  'wrong_person', 'unsubscribe', 'maybe_unsubscribe', 'out_of_office', 'auto', 'other')) not valid;
