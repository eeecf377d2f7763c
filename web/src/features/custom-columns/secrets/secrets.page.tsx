// The secrets that columns of the workspace may name: entered, replaced, taken away, and never shown.
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../../ui/data-list.tsx'
import { counted } from '../../../ui/format.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../../ui/states.tsx'
import type { Secret } from '../../columns/custom.shapes.ts'
import { Frame, Loaded, ReadOnlyNote, SettingsPage } from '../../settings/settings-page.tsx'
import { allSecretsQuery, deleteSecret } from '../custom.queries.ts'
import { SecretFields, useSecretEntry } from './secret-fields.tsx'

/** What the dialog of a secret begins with: one that is stored, or a name that columns use already. */
interface AskedSecret {
  secret: Secret | null
  name?: string
  used_by?: Secret['used_by']
}

export function SecretsPage() {
  const workspace = useWorkspace()
  const secrets = useQuery(allSecretsQuery())
  const { open, dialog } = useDialogs({
    put: (close, { secret, name = '', used_by = [] }: AskedSecret) => (
      <SecretDialog secret={secret} name={name} usedBy={secret?.used_by ?? used_by} onClose={close} />
    ),
    delete: (close, secret: Secret) => <DeleteSecret secret={secret} onClose={close} />,
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  const add = () => (
    <Button look="primary" icon={KeyRound} onClick={() => open.put({ secret: null })}>
      Enter a secret
    </Button>
  )
  return (
    <SettingsPage
      page="secrets"
      wide
      action={mayEdit && secrets.data && secrets.data.items.length + secrets.data.missing.length > 0 && add()}
    >
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={secrets} what="The secrets" skeleton={<ListSkeleton rows={3} />}>
        {({ items, missing }) =>
          items.length + missing.length === 0 ? (
            <EmptyState icon={KeyRound} title="There are no secrets yet" action={mayEdit && add()}>
              A column that calls an API or signs a webhook names a secret; its value goes only to the hosts that you
              allow.
            </EmptyState>
          ) : (
            <>
              {missing.map((one) => (
                <div key={one.name} className="mb-3 flex flex-wrap items-center gap-3 rounded-md border px-3 py-2.5">
                  <p className="min-w-0 flex-1 text-sm">
                    <span className="font-medium font-mono">{one.name}</span>{' '}
                    <span className="text-warn">is not entered.</span>{' '}
                    <span className="text-ink-2">No requests are made for {usedWords(one)}.</span>
                  </p>
                  {mayEdit && (
                    <Button size="sm" onClick={() => open.put({ secret: null, ...one })}>
                      Enter it
                    </Button>
                  )}
                </div>
              ))}
              {items.length > 0 && (
                <Frame>
                  <SecretList
                    secrets={items}
                    mayEdit={mayEdit}
                    onEdit={(secret) => open.put({ secret })}
                    onDelete={open.delete}
                  />
                </Frame>
              )}
            </>
          )
        }
      </Loaded>
      {dialog}
    </SettingsPage>
  )
}

interface ListProps {
  secrets: Secret[]
  mayEdit: boolean
  onEdit: (secret: Secret) => void
  onDelete: (secret: Secret) => void
}

function SecretList({ secrets, mayEdit, onEdit, onDelete }: ListProps) {
  const columns: ListColumn<Secret>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => a.name.localeCompare(b.name),
      render: (one) => (
        <>
          <span className="block truncate font-medium font-mono text-sm">{one.name}</span>
          <span className="block truncate text-ink-3 text-xs sm:hidden">Used by {usedWords(one)}</span>
        </>
      ),
    },
    {
      key: 'used',
      title: 'Used by',
      width: 'w-56',
      from: 'sm',
      render: (one) => <span className="text-ink-2">{usedWords(one)}</span>,
    },
    {
      key: 'hosts',
      title: 'Allowed hosts',
      width: 'w-32 sm:w-56',
      render: (one) =>
        one.hosts.length > 0 ? (
          <span className="block truncate font-mono text-ink-2 text-sm" title={one.hosts.join(', ')}>
            {one.hosts.join(', ')}
          </span>
        ) : (
          <span className="text-warn">None: it is sent nowhere</span>
        ),
    },
    {
      key: 'columns',
      title: 'May be used by',
      width: 'w-40',
      from: 'md',
      render: (one) => (
        <span className="text-ink-2">
          {one.columns === null
            ? 'Every column'
            : one.columns.length === 0
              ? 'No column'
              : counted(one.columns.length, 'column')}
        </span>
      ),
    },
    timeColumn({
      key: 'updated',
      title: 'Entered',
      from: 'sm',
      sort: (a, b) => b.updated_at.localeCompare(a.updated_at),
      at: (one) => one.updated_at,
    }),
  ]
  return (
    <DataList
      label="Secrets"
      items={secrets}
      id={(one) => one.name}
      name={(one) => one.name}
      columns={columns}
      sortedBy="name"
      {...(mayEdit && {
        menu: (secret: Secret) => [
          { label: 'Edit value, hosts and columns', onSelect: () => onEdit(secret) },
          { label: 'Delete', danger: true, onSelect: () => onDelete(secret) },
        ],
      })}
    />
  )
}

const hostsUsedBy = (uses: Secret['used_by']) => [...new Set(uses.flatMap(({ hosts }) => hosts))]

/** "no column", "Firm in Leads", "Firm in Leads and 2 more". */
function usedWords({ used_by }: Pick<Secret, 'used_by'>): string {
  const [first, ...more] = used_by
  if (!first) return 'no column'
  return `${first.column} in ${first.workbook}${more.length > 0 ? ` and ${more.length} more` : ''}`
}

interface DialogProps {
  secret: Secret | null
  name: string
  usedBy: Secret['used_by']
  onClose: () => void
}

function SecretDialog({ secret, name, usedBy, onClose }: DialogProps) {
  const entry = useSecretEntry({
    name: secret?.name ?? name,
    value: '',
    isStored: secret !== null,
    // A secret without hosts proposes the hosts that its columns would send it to.
    hosts: secret && secret.hosts.length > 0 ? secret.hosts : hostsUsedBy(usedBy),
    columns: secret?.columns ?? null,
    usedBy,
  })
  const form = useId()
  async function save(event: FormEvent) {
    event.preventDefault()
    if (await entry.store()) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={secret ? `Edit ${secret.name}` : name ? `Enter ${name}` : 'Enter a secret'}
      about="It is encrypted before it is stored and cannot be read again, so keep it elsewhere, too."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={entry.busy} disabled={!entry.isWhole}>
            {secret ? 'Save' : 'Store the secret'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate autoComplete="off" className="flex flex-col gap-4">
        <SecretFields
          entry={entry}
          asksColumns
          isNamed={secret !== null || name !== ''}
          nameHint="Letters, digits, _ and -. Columns choose it by this name."
          valueHint={
            secret && secret.used_by.length > 0 ? 'Columns that use it go on with the new value at once.' : undefined
          }
        />
      </form>
    </Dialog>
  )
}

function DeleteSecret({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { name, used_by } = secret
  return (
    <ConfirmDialog
      title={`Delete the secret ${name}?`}
      action="Delete the secret"
      run={() => deleteSecret(name)}
      onClose={(done) => {
        onClose()
        if (done) toast(`The secret ${name} was deleted`)
      }}
    >
      {used_by.length === 0 ? (
        <p>No column uses it. Its value cannot be brought back.</p>
      ) : (
        <>
          <p>These columns use it. Their rows are skipped from then on, for want of a key; what they hold stays.</p>
          <ul className="list-disc pl-5">
            {used_by.map((use) => (
              <li key={`${use.workbook_id}/${use.column_id}`} dir="auto">
                {use.column} in {use.workbook}
              </li>
            ))}
          </ul>
          <p>Its value cannot be brought back; it can be entered again under the same name.</p>
        </>
      )}
    </ConfirmDialog>
  )
}
