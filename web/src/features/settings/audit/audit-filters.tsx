// The fields that filter an audit log: who, what, from which day to which.
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../../session/workspace.ts'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import { membersQuery } from '../settings.queries.ts'
import { actWords } from './audit.logic.ts'
import type { AuditOf } from './audit.queries.ts'
import type { AuditSearch } from './audit-search.logic.ts'

/** Beginnings of acts, as the filter of the API takes them. */
const acts: Record<AuditOf, [string, string][]> = {
  workspace: [
    ['member.', 'Members'],
    ['invitation.', 'Invitations'],
    ['workspace.', 'The workspace'],
    ['settings.', 'Settings'],
    ['integration.', 'Integrations'],
    ['scim_', 'Directories'],
    ['token.', 'Writes by tokens'],
    ['ingest_token.', 'Ingest tokens'],
    ['workbook.', 'Workbooks'],
    ['columns.', 'Columns'],
    ['rows.', 'Rows'],
    ['run.', 'Runs'],
    ['audit.', 'Exports of this log'],
  ],
  installation: [
    ['login.', 'Logins'],
    ['session.', 'Sessions'],
    ['password.', 'Passwords'],
    ['user.', 'Accounts'],
    ['workspace.', 'Workspaces'],
    ['audit.', 'Exports of this log'],
  ],
}

interface Props {
  of: AuditOf
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

export function AuditFilters({ of, search, onSearch }: Props) {
  const workspace = useWorkspace()
  const members = useQuery({ ...membersQuery(workspace.id), enabled: of === 'workspace' })
  const people = members.data ?? []
  const isMember = people.some((one) => String(one.user_id) === search.actor)
  const groups = acts[of]
  const isGroup = groups.some(([prefix]) => prefix === search.act)

  function set(name: keyof AuditSearch, value: string) {
    const { [name]: _, ...rest } = search
    onSearch(value ? { ...rest, [name]: value } : rest)
  }

  return (
    <>
      <Field label="What">
        <Select value={search.act ?? ''} onChange={(event) => set('act', event.target.value)}>
          <option value="">Everything</option>
          {search.act && !isGroup && <option value={search.act}>{actWords(search.act)}</option>}
          {groups.map(([prefix, words]) => (
            <option key={prefix} value={prefix}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      {(of === 'workspace' || search.actor) && (
        <Field label="Who">
          <Select
            className="max-w-44"
            value={search.actor ?? ''}
            onChange={(event) => set('actor', event.target.value)}
          >
            <option value="">All users</option>
            {search.actor && !isMember && <option value={search.actor}>The chosen one</option>}
            {people.map((one) => (
              <option key={one.user_id} value={one.user_id}>
                {one.username}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="From">
        <Input
          type="date"
          value={search.from ?? ''}
          max={search.to}
          onChange={(event) => set('from', event.target.value)}
        />
      </Field>
      <Field label="To">
        <Input
          type="date"
          value={search.to ?? ''}
          min={search.from}
          onChange={(event) => set('to', event.target.value)}
        />
      </Field>
    </>
  )
}
