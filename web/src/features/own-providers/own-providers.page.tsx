// The providers that the workspace defined itself: what each finds, its price, whether it can be called, and what uses it.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileUp, Plus, Webhook } from 'lucide-react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { saveFile } from '../../ui/save-file.ts'
import { EmptyState } from '../../ui/states.tsx'
import { providersQuery } from '../columns/workbook.queries.ts'
import { Frame, Loaded, ReadOnlyNote, SettingsPage } from '../settings/settings-page.tsx'
import { ImportDialog } from './import-provider.dialog.tsx'
import { ownProvidersQuery, readFile } from './own-providers.queries.ts'
import { ProviderDialog } from './provider.dialog.tsx'
import { DeleteDialog, TestDialog } from './provider-acts.tsx'
import { costWordsOf, foundWords, knownFields, knownInputs } from './provider-draft.logic.ts'

const route = getRouteApi('/w/$workspace/settings/own-providers')

export function OwnProvidersPage() {
  const workspace = useWorkspace()
  const own = useQuery(ownProvidersQuery())
  const providers = useQuery(providersQuery())
  const { open: openId } = route.useSearch()
  const navigate = route.useNavigate()
  useEvents({ types: ['own_provider.*'] }, () => invalidateSoon(ownProvidersQuery().queryKey))
  const mayEdit = roleReaches(workspace.role, 'editor')
  const fields = knownFields(providers.data ?? [])
  const inputs = knownInputs(providers.data ?? [])
  const edit = (provider: Schemas['OwnProvider'] | null) =>
    void navigate({ search: provider ? { open: provider.id } : {} })
  const opened = own.data?.find(({ id }) => id === openId)
  const { open, dialog } = useDialogs({
    make: (close) => (
      <ProviderDialog
        title="New provider"
        about="An API that answers JSON. Secrets are named in it and never part of it."
        onClose={(saved) => {
          close()
          if (saved) toast(`“${saved.name}” is ready`, { tone: 'good' })
        }}
      />
    ),
    import: (close) => (
      <ImportDialog
        own={own.data ?? []}
        onClose={(added) => {
          close()
          if (added) toast(`“${added.name}” is a provider of this workspace now`, { tone: 'good' })
        }}
      />
    ),
    test: (close, provider: Schemas['OwnProvider']) => (
      <TestDialog provider={provider} known={inputs} onClose={close} />
    ),
    delete: (close, provider: Schemas['OwnProvider']) => <DeleteDialog provider={provider} onClose={close} />,
  })
  const buttons = () => (
    <div className="flex flex-wrap gap-2">
      <Button icon={FileUp} onClick={() => open.import()}>
        Import
      </Button>
      <Button look="primary" icon={Plus} onClick={() => open.make()}>
        New provider
      </Button>
    </div>
  )

  async function share({ id, name }: Schemas['OwnProvider']) {
    try {
      const file = await readFile(id)
      saveFile(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), `${id}.json`)
    } catch (error) {
      showError(error, `${name} was not exported.`)
    }
  }

  const columns: ListColumn<Schemas['OwnProvider']>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => a.name.localeCompare(b.name),
      render: (one) => (
        <>
          {mayEdit ? (
            <button type="button" onClick={() => edit(one)} className="block w-full text-left hover:underline">
              <span className="block truncate font-medium" dir="auto">
                {one.name}
              </span>
            </button>
          ) : (
            <span className="block truncate font-medium" dir="auto">
              {one.name}
            </span>
          )}
          <span className="block truncate text-ink-3 text-xs sm:hidden">{foundWords(one.definition, fields)}</span>
        </>
      ),
    },
    {
      key: 'finds',
      title: 'Finds',
      width: 'w-52',
      from: 'sm',
      render: (one) => (
        <span className="block truncate text-ink-2" title={foundWords(one.definition, fields)}>
          {foundWords(one.definition, fields)}
        </span>
      ),
    },
    {
      key: 'price',
      title: 'Price',
      width: 'w-48',
      from: 'md',
      render: (one) => <span className="text-ink-2">{costWordsOf(one.definition)}</span>,
    },
    { key: 'state', title: 'State', width: 'w-32', render: (one) => <State provider={one} /> },
    {
      key: 'used',
      title: 'Used by',
      width: 'w-48',
      from: 'sm',
      render: (one) => (
        <span className="block truncate text-ink-2" title={one.used_by.map(({ name }) => name).join('\n')}>
          {usedWords(one)}
        </span>
      ),
    },
  ]
  return (
    <SettingsPage page="own-providers" wide action={mayEdit && own.data && own.data.length > 0 && buttons()}>
      {!mayEdit && <ReadOnlyNote needs="editor" />}
      <Loaded query={own} what="The providers" skeleton={<ListSkeleton rows={3} />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              icon={Webhook}
              title="This workspace has no provider of its own yet"
              action={mayEdit && buttons()}
            >
              Any API that answers JSON can be one: a step of waterfalls and lead actions, and a source. Or set up an
              HTTP column in a workbook and save it as a provider.
            </EmptyState>
          ) : (
            <Frame>
              <DataList
                label="Own providers"
                items={items}
                id={({ id }) => id}
                name={({ name }) => name}
                columns={columns}
                sortedBy="name"
                menu={(provider) => [
                  ...(mayEdit ? [{ label: 'Edit', onSelect: () => edit(provider) }] : []),
                  ...(mayEdit ? [{ label: 'Test', onSelect: () => open.test(provider) }] : []),
                  { label: 'Export as a file', onSelect: () => void share(provider) },
                  ...(mayEdit
                    ? [
                        {
                          label: 'Delete',
                          danger: true,
                          onSelect: () => open.delete(provider),
                        },
                      ]
                    : []),
                ]}
              />
            </Frame>
          )
        }
      </Loaded>
      {dialog}
      {opened && mayEdit && (
        <ProviderDialog
          key={opened.id}
          title={`Edit ${opened.name}`}
          about={
            opened.used_by.length > 0
              ? `Used by ${usedWords(opened)}. A change applies to calls from now on, also in running runs.`
              : 'A change counts for calls from now on.'
          }
          provider={opened}
          onClose={(saved) => {
            edit(null)
            if (saved) toast(`“${saved.name}” is saved`, { tone: 'good' })
          }}
        />
      )}
    </SettingsPage>
  )
}

function State({ provider }: { provider: Schemas['OwnProvider'] }) {
  const workspace = useWorkspace()
  const wrong = provider.secrets.find(({ state }) => state !== 'ready')
  if (!wrong) return <Badge tone={provider.ready ? 'ok' : 'warn'}>{provider.ready ? 'Ready' : 'Not ready'}</Badge>
  return (
    <Link
      to="/w/$workspace/settings/secrets"
      params={{ workspace: workspace.slug }}
      className="text-warn text-sm underline decoration-line-strong underline-offset-2"
      title={
        wrong.state === 'missing'
          ? `${wrong.name} has no value.`
          : `${wrong.name} may not be sent to ${wrong.hosts.join(', ')}.`
      }
    >
      {wrong.state === 'missing' ? 'Needs its secret' : 'Host not allowed'}
    </Link>
  )
}

/** "nothing", "Work email in Leads and 2 more". */
function usedWords({ used_by }: Schemas['OwnProvider']): string {
  const [first, ...more] = used_by
  if (!first) return 'nothing'
  return `${first.name}${more.length > 0 ? ` and ${more.length} more` : ''}`
}
