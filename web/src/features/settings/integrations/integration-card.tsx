// One vendor: what its key is good for, the fields to enter it, a test of what is stored, and the way to take it away.

import { ChevronRight, CircleAlert, CircleCheck, ExternalLink, Plug } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Schemas } from '../../../api/shapes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { counted } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { missingFields, standingOf, storedWords } from './integrations.logic.ts'
import { keepTyped, removeIntegration, saveIntegration, testIntegration, typedValues } from './integrations.queries.ts'

interface Props {
  integration: Schemas['Integration']
  workspaceId: string
  mayEdit: boolean
  open: boolean
  onToggle: () => void
}

export function IntegrationCard({ integration, workspaceId, mayEdit, open, onToggle }: Props) {
  const standing = standingOf(integration)
  const card = useRef<HTMLLIElement>(null)
  const opened = useRef(open)

  // A link to a vendor scrolls to it.
  useEffect(() => {
    if (opened.current) card.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <li ref={card} className="rounded-md border">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-3 rounded-md px-4 py-2 text-left hover:bg-hover"
        >
          <ChevronRight aria-hidden className={cx('size-4 shrink-0 text-ink-3', open && 'rotate-90')} />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{integration.name}</span>
            <span className="block truncate text-ink-3 text-xs">
              {integration.lookups.map((lookup) => lookup.label).join(', ')}
            </span>
          </span>
          <Badge tone={standing.tone}>{standing.words}</Badge>
        </button>
      </h2>
      {open && <Body integration={integration} workspaceId={workspaceId} mayEdit={mayEdit} />}
    </li>
  )
}

function Body({ integration, workspaceId, mayEdit }: Omit<Props, 'open' | 'onToggle'>) {
  const { values, set, reset, ...saving } = useForm<Record<string, string>>(typedValues(workspaceId, integration.id))
  const testing = useSubmit()
  const dirty = Object.values(values).some((value) => value.trim() !== '')
  const missing = missingFields(integration, values)
  const stored = integration.fields.filter((field) => field.set).length

  const { open, dialog } = useDialogs({
    remove: (close) => (
      <ConfirmDialog
        title={`Remove the key of ${integration.name}?`}
        action={stored === 1 ? 'Remove the stored value' : `Remove ${counted(stored, 'stored value')}`}
        run={() => removeIntegration(integration.id)}
        onClose={(done) => {
          close()
          if (!done) return
          clear()
          toast(`The key of ${integration.name} was removed`)
        }}
      >
        <p>
          {integration.required
            ? 'Its lookups cannot be called any more; columns that use them skip it and say so. '
            : 'Its lookups go on without a key, within lower limits. '}
          What was found stays. Stored keys are never shown, so to undo this you enter it again.
        </p>
      </ConfirmDialog>
    ),
  })

  function keep(next: Record<string, string>) {
    keepTyped(workspaceId, integration.id, next)
    set(next)
  }
  function clear() {
    keepTyped(workspaceId, integration.id, {})
    reset()
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await saving.submit(() => saveIntegration(integration.id, values)))) return
    clear()
    toast(`${integration.name} is saved`, { tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-4 border-t px-4 pt-3 pb-4 md:pl-11">
      <p className="text-ink-2">
        {useWords(integration)}{' '}
        <a
          href={integration.docs_url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 text-accent-ink underline underline-offset-2"
        >
          Where to find it
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </p>
      {integration.problem && <FormError>{integration.problem}</FormError>}
      <form onSubmit={save} noValidate autoComplete="off" className="flex max-w-xl flex-col gap-3">
        <SchemaForm
          fields={integration.fields.map(keyField)}
          values={values}
          errors={Object.fromEntries(integration.fields.map(({ name }) => [name, saving.fields[`values.${name}`]]))}
          disabled={!mayEdit}
          onChange={(next) => keep(next as Record<string, string>)}
        />
        <FormError>
          {saving.problem && integration.fields.every((field) => !saving.fields[`values.${field.name}`])
            ? saving.words
            : testing.words}
        </FormError>
        {mayEdit && (
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" look="primary" busy={saving.busy} disabled={!dirty || missing.length > 0}>
              Save
            </Button>
            <Button
              icon={Plug}
              busy={testing.busy}
              disabled={!integration.configured || dirty}
              onClick={() => void testing.submit(() => testIntegration(integration))}
            >
              Test
            </Button>
            {stored > 0 && (
              <Button look="quiet" className="sm:ml-auto" onClick={() => open.remove()}>
                Remove
              </Button>
            )}
          </div>
        )}
        {mayEdit && dirty && missing.length > 0 && (
          <p className="text-ink-3 text-xs">Still needed: {missing.join(', ')}.</p>
        )}
        {mayEdit && dirty && integration.configured && (
          <p className="text-ink-3 text-xs">Save first; the test tries out what is stored.</p>
        )}
      </form>
      <LastTest integration={integration} />
      {dialog}
    </div>
  )
}

const keyField = (field: Schemas['IntegrationField']): FormField => ({
  name: field.name,
  label: field.label,
  hint: field.help,
  kind: field.secret ? 'password' : 'text',
  isOptional: !field.required,
  placeholder: storedWords(field),
})

/** What the key is good for. */
function useWords({ lookups, required, configured }: Schemas['Integration']): string {
  if (lookups.length === 0) return configured ? 'Columns can use it.' : 'Columns can use it once it is set up here.'
  if (!required) return 'Works without a key, within lower limits.'
  const many = counted(lookups.length, 'lookup')
  return configured ? `${many} can be called with the stored key.` : `${many} can be called once a key is stored.`
}

function LastTest({ integration }: { integration: Schemas['Integration'] }) {
  const test = integration.last_test
  if (!test) return <div role="status" />
  const Icon = test.ok ? CircleCheck : CircleAlert
  return (
    <p role="status" className="flex items-start gap-2 text-sm">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', test.ok ? 'text-ok' : 'text-bad')} />
      <span className="[overflow-wrap:anywhere]">
        {test.words}{' '}
        <span className="text-ink-3">
          Tested <TimeAgo at={test.tested_at} />, in {test.latency_ms} ms.
        </span>
      </span>
    </p>
  )
}
