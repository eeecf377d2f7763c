-- A proven domain belongs to one identity provider, which an administrator chooses: no other provider vouches for its addresses. The same for
-- directories: a token speaks for a provider, and a user is kept by the one whose directory made it.
alter table sso_domains add column provider_id uuid;
alter table sso_domains add constraint sso_domains_provider
  foreign key (workspace_id, provider_id) references sso_providers (workspace_id, id) on delete set null (provider_id);
alter table scim_tokens add column provider_id uuid;
alter table scim_users add column provider_id uuid;

-- Where there is one provider there is no choice to make. Where there are several, none vouches until one is chosen.
select set_config('app.system', 'on', true);
update sso_domains d set provider_id = p.id from sso_providers p
  where p.workspace_id = d.workspace_id
    and not exists (select from sso_providers o where o.workspace_id = p.workspace_id and o.id <> p.id);
select set_config('app.system', '', true);
