// Incoming webhooks: addresses that other services post to, and the last payloads of each.
import { useQuery } from '@tanstack/react-query'
import { Inbox, Plus } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Frame, Loaded, Section } from '../settings/settings-page.tsx'
import {
  changeHook,
  createHook,
  deleteHook,
  forgetSoon,
  type Hook,
  hooksQuery,
  payloadsQuery,
  refusedQuery,
  takeRefused,
} from './automations.api.ts'
import { JsonView } from './json-view.tsx'

export function Incoming() {
  const workspace = useWorkspace()
  const hooks = useQuery(hooksQuery())
  useEvents({ types: ['webhook.received'] }, () => forgetSoon('hooks', 'payloads'))
  const mayEdit = roleReaches(workspace.role, 'admin')
  const [name, setName] = useState('')
  const { busy, submit, words } = useSubmit()
  return (
    <Section
      title="Incoming webhooks"
      about="Each has an address of its own. What is posted there can start an automation; a message that its sender names counts once."
    >
      {mayEdit && (
        <form
          className="flex flex-col gap-2"
          onSubmit={async (event) => {
            event.preventDefault()
            if (await submit(() => createHook(name))) setName('')
          }}
        >
          <Field label="Name">
            <span className="flex gap-2">
              <Input
                required
                value={name}
                maxLength={200}
                placeholder="Form on the website"
                onChange={(event) => setName(event.target.value)}
              />
              <Button type="submit" look="primary" icon={Plus} busy={busy}>
                Create address
              </Button>
            </span>
          </Field>
          <FormError>{words}</FormError>
        </form>
      )}
      <Loaded query={hooks} what="The incoming webhooks" skeleton={<ListSkeleton rows={2} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={Inbox} title="No incoming webhooks yet">
              Create an address and give it to a form, a CRM or any service that can post JSON.
            </EmptyState>
          ) : (
            <Frame>
              <ul className="divide-y">
                {all.map((hook) => (
                  <Row key={hook.id} hook={hook} mayEdit={mayEdit} />
                ))}
              </ul>
            </Frame>
          )
        }
      </Loaded>
    </Section>
  )
}

function Row({ hook, mayEdit }: { hook: Hook; mayEdit: boolean }) {
  const payloads = useQuery({ ...payloadsQuery(hook.id), enabled: mayEdit && hook.received > 0 })
  const refused = useQuery({ ...refusedQuery(hook.id), enabled: mayEdit })
  const act = (work: () => Promise<unknown>) => () =>
    work().catch((error: unknown) => showError(error, 'Nothing was changed.'))
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-medium" dir="auto">
          {hook.name}
        </span>
        {!hook.enabled && <Badge tone="bad">disabled</Badge>}
        <span className="flex-1 text-ink-3 text-xs">
          {hook.last_received_at ? (
            <>
              {counted(hook.received, 'payload')}, last <TimeAgo at={hook.last_received_at} />
            </>
          ) : (
            'Nothing received yet'
          )}
        </span>
        {mayEdit && (
          <Menu
            align="end"
            items={[
              {
                label: hook.enabled ? 'Disable' : 'Enable',
                onSelect: act(() => changeHook(hook.id, { enabled: !hook.enabled })),
              },
              {
                label: 'Give it a new address',
                hint: 'The one before is unknown from then on',
                onSelect: act(() => changeHook(hook.id, { new_address: true })),
              },
              { label: 'Delete', danger: true, onSelect: act(() => deleteHook(hook.id)) },
            ]}
            trigger={<Button size="sm">Actions</Button>}
          />
        )}
      </span>
      {hook.url && <CopyField label={`Address of ${hook.name}`} value={hook.url} />}
      {payloads.data?.map((one) => (
        <JsonView key={one.id} title={`Payload of ${new Date(one.received_at).toLocaleString()}`} value={one.body} />
      ))}
      {refused.data
        ?.filter(({ payload_id }) => payload_id === null)
        .map((one) => (
          <div key={one.id} className="flex flex-col gap-1 border-l-2 border-bad pl-3">
            <span className="flex flex-wrap items-center gap-2 text-sm">
              <span className="min-w-0 flex-1 text-bad">
                Refused <TimeAgo at={one.received_at} />: {one.reason}
              </span>
              <Button size="sm" onClick={act(() => takeRefused(hook.id, one.id))}>
                Try again
              </Button>
            </span>
            <JsonView title="Payload" value={one.body} />
          </div>
        ))}
    </li>
  )
}
