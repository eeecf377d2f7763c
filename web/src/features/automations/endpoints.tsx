// Outgoing webhooks: the endpoints that messages are posted to, and the log of deliveries with every attempt.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, RotateCw, Send, Webhook } from 'lucide-react'
import { useState } from 'react'
import { readJson } from '../../../../src/kernel/read-json.ts'
import type { Schemas } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { counted } from '../../ui/format.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAgo, TimeAhead } from '../../ui/time.tsx'
import { Frame, Loaded, Section } from '../settings/settings-page.tsx'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  deliveriesQuery,
  deliveryQuery,
  type Endpoint,
  endpointsQuery,
  forget,
  resend,
  rotateSecret,
  testEndpoint,
} from './automations.api.ts'
import { statusWord, toneOf } from './draft.logic.ts'
import { JsonView } from './json-view.tsx'

const REASONS: Record<string, string> = {
  gone: 'It answered 410 and wants no more messages',
  failing: 'Nothing reached it for a day',
  manual: 'Disabled by hand',
}

export function Endpoints() {
  const workspace = useWorkspace()
  const endpoints = useQuery(endpointsQuery())
  const mayEdit = roleReaches(workspace.role, 'admin')
  const [secret, setSecret] = useState<string | null>(null)
  const [only, setOnly] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-8">
      <Section title="Endpoints" about="Messages are signed by the Standard Webhooks scheme and retried for a day.">
        {mayEdit && <AddEndpoint onSecret={setSecret} />}
        {secret && (
          <div className="rounded-md border p-3">
            <p className="mb-2 text-sm">The signing secret. It is shown only now: copy it to the receiver.</p>
            <CopyField label="Signing secret" value={secret} />
          </div>
        )}
        <Loaded query={endpoints} what="The endpoints" skeleton={<ListSkeleton rows={3} />}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon={Webhook} title="No endpoints yet">
                Add the address of a service that receives events of this workspace.
              </EmptyState>
            ) : (
              <Frame>
                <ul className="divide-y">
                  {all.map((one) => (
                    <EndpointRow key={one.id} endpoint={one} mayEdit={mayEdit} onSecret={setSecret} onOnly={setOnly} />
                  ))}
                </ul>
              </Frame>
            )
          }
        </Loaded>
      </Section>
      <Section
        title="Deliveries"
        about={only ? 'Of one endpoint.' : undefined}
        action={
          only ? (
            <Button size="sm" onClick={() => setOnly(null)}>
              Show all deliveries
            </Button>
          ) : undefined
        }
      >
        <Deliveries endpointId={only} mayEdit={mayEdit} />
      </Section>
    </div>
  )
}

function AddEndpoint({ onSecret }: { onSecret: (secret: string | null) => void }) {
  const [url, setUrl] = useState('')
  const { busy, submit, fields, words } = useSubmit()
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={async (event) => {
        event.preventDefault()
        let secret: string | null = null
        const done = await submit(async () => {
          secret = (await createEndpoint({ url, name: '' })).secret
        })
        if (!done) return
        setUrl('')
        onSecret(secret)
        await forget('endpoints')
      }}
    >
      <Field label="Address" {...(fields.url ? { error: fields.url } : {})}>
        <span className="flex gap-2">
          <Input
            type="url"
            required
            value={url}
            placeholder="https://example.com/hooks"
            onChange={(event) => setUrl(event.target.value)}
          />
          <Button type="submit" look="primary" icon={Plus} busy={busy}>
            Add an endpoint
          </Button>
        </span>
      </Field>
      {!fields.url && <FormError>{words}</FormError>}
    </form>
  )
}

interface RowProps {
  endpoint: Endpoint
  mayEdit: boolean
  onSecret: (secret: string | null) => void
  onOnly: (id: string) => void
}

function EndpointRow({ endpoint, mayEdit, onSecret, onOnly }: RowProps) {
  const act = (work: () => Promise<unknown>, said?: string) => () =>
    work()
      .then(() => said && toast(said))
      .catch((error: unknown) => showError(error, 'Nothing was changed.'))
  const { id, enabled } = endpoint
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{endpoint.name}</span>
          <Badge tone={enabled ? (endpoint.failures > 0 ? 'warn' : 'ok') : 'bad'}>
            {enabled
              ? endpoint.failures > 0
                ? `${counted(endpoint.failures, 'failure')} in a row`
                : 'Enabled'
              : 'Disabled'}
          </Badge>
          {endpoint.waiting > 0 && <Badge tone="accent">{endpoint.waiting} waiting</Badge>}
          {endpoint.rotating_until && <Badge>Two secrets</Badge>}
        </p>
        <p className="truncate text-ink-2">{endpoint.url}</p>
        <p className="text-ink-3 text-xs">
          {endpoint.disabled_reason ? (
            REASONS[endpoint.disabled_reason]
          ) : (
            <>
              {endpoint.last_success_at ? 'Last delivered ' : 'Not delivered yet'}
              {endpoint.last_success_at && <TimeAgo at={endpoint.last_success_at} />}
            </>
          )}
        </p>
      </div>
      <Menu
        align="end"
        items={[
          { label: 'Show its deliveries', onSelect: () => onOnly(id) },
          ...(mayEdit
            ? [
                {
                  label: 'Send a test message',
                  disabled: !enabled,
                  onSelect: act(() => testEndpoint(id), 'A test message is on its way'),
                },
                ...(endpoint.secret_ref
                  ? []
                  : [
                      {
                        label: 'Change the signing secret',
                        hint: 'The old one signs beside it for 24 hours',
                        onSelect: act(async () => {
                          onSecret((await rotateSecret(id)).secret)
                          await forget('endpoints')
                        }),
                      },
                    ]),
                {
                  label: enabled ? 'Disable' : 'Enable',
                  onSelect: act(() => changeEndpoint(id, { enabled: !enabled })),
                },
                {
                  label: 'Delete',
                  danger: true,
                  hint: 'With its deliveries',
                  onSelect: act(() => deleteEndpoint(id), 'The endpoint is deleted'),
                },
              ]
            : []),
        ]}
        trigger={<Button size="sm">Actions</Button>}
      />
    </li>
  )
}

function Deliveries({ endpointId, mayEdit }: { endpointId: string | null; mayEdit: boolean }) {
  const query = useInfiniteQuery({ ...deliveriesQuery(endpointId), refetchInterval: 10_000 })
  const [open, setOpen] = useState<string | null>(null)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const columns: ListColumn<Schemas['WebhookDelivery']>[] = [
    {
      key: 'type',
      title: 'Message',
      render: (one) => (
        <div className="py-1.5">
          <button
            type="button"
            className="max-w-full truncate text-left font-medium hover:underline"
            onClick={() => setOpen(one.id)}
          >
            {one.type}
          </button>
          {one.state !== 'delivered' && (one.last_error || one.next_at) && (
            <span className="block whitespace-normal text-ink-2 text-xs [overflow-wrap:anywhere]">
              {one.last_error}
              {one.last_error && one.next_at && ' · '}
              {one.next_at &&
                (Date.parse(one.next_at) > Date.now() ? (
                  <>
                    Next try <TimeAhead at={one.next_at} />
                  </>
                ) : (
                  // Due, and held back with the others while the endpoint fails.
                  'Waits until the endpoint is tried again'
                ))}
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'state',
      title: 'State',
      width: 'w-28',
      render: (one) => <Badge tone={toneOf(one.state)}>{statusWord(one.state)}</Badge>,
    },
    { key: 'url', title: 'To', from: 'lg', render: (one) => one.url },
    {
      key: 'answer',
      title: 'Answer',
      width: 'w-24',
      from: 'sm',
      render: (one) => one.last_status,
    },
    { key: 'attempts', title: 'Attempts', width: 'w-20', align: 'end', from: 'md', render: (one) => one.attempts },
    timeColumn({ key: 'at', title: 'When', align: 'end', from: 'sm', at: (one) => one.created_at }),
  ]
  if (query.isError)
    return (
      <ErrorState title="The deliveries could not be loaded" error={query.error} retry={() => void query.refetch()} />
    )
  if (!query.data) return <ListSkeleton rows={4} />
  if (items.length === 0) return <EmptyState icon={Send} title="Nothing has been sent yet" />
  return (
    <div className="flex min-h-0">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <Frame>
          <DataList label="Deliveries" items={items} id={(one) => one.id} name={(one) => one.type} columns={columns} />
        </Frame>
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
      {open && <DeliveryPanel id={open} mayEdit={mayEdit} onClose={() => setOpen(null)} />}
    </div>
  )
}

function DeliveryPanel({ id, mayEdit, onClose }: { id: string; mayEdit: boolean; onClose: () => void }) {
  const delivery = useQuery(deliveryQuery(id))
  const { data } = delivery
  return (
    <SidePanel
      title={data?.type ?? 'Delivery'}
      name="delivery"
      onClose={onClose}
      footer={
        mayEdit && data ? (
          <Button
            icon={RotateCw}
            onClick={() =>
              resend(id)
                .then(() => toast('It is sent again under its id'))
                .catch((error) => showError(error, 'Nothing was sent.'))
            }
          >
            Send again
          </Button>
        ) : undefined
      }
    >
      {delivery.isError && <ErrorState title="The delivery could not be loaded" error={delivery.error} />}
      {!data && !delivery.isError && <Skeleton className="h-40" />}
      {data && (
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
            <Badge tone={toneOf(data.state)}>{statusWord(data.state)}</Badge>
            {data.next_at && (
              <span>
                tried again <TimeAhead at={data.next_at} />
              </span>
            )}
          </p>
          <CopyField label="Message id" value={data.message_id} />
          <ol className="flex flex-col gap-2">
            {data.tries.map((one) => (
              <li key={one.n} className="rounded-md border p-3 text-sm">
                <p className="flex flex-wrap gap-2">
                  <span className="font-medium">{one.status ?? 'No answer'}</span>
                  <span className="text-ink-3">
                    <TimeAgo at={one.at} />, {one.duration_ms} ms
                  </span>
                </p>
                {one.error && <p className="text-bad [overflow-wrap:anywhere]">{one.error}</p>}
                <JsonView title="Answer" value={one.answer || null} />
              </li>
            ))}
          </ol>
          <JsonView title="Body" value={pretty(data.body)} open />
        </div>
      )}
    </SidePanel>
  )
}

function pretty(body: string): unknown {
  const { value, fault } = readJson(body)
  return fault ? body : value
}
