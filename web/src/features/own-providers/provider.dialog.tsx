// Makes an own provider, or changes one: the whole form in a dialog.

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { providersQuery } from '../columns/workbook.queries.ts'
import { changeProvider, createProvider } from './own-providers.queries.ts'
import {
  knownFields,
  newProvider,
  type ProviderDraft,
  placesIn,
  problemOfProvider,
  readProvider,
  writeProvider,
} from './provider-draft.logic.ts'
import { ProviderForm } from './provider-form.tsx'
import type { TestRow } from './provider-test.tsx'

interface Props {
  title: string
  about?: string
  /** The one that is changed; absent for a new one. */
  provider?: Schemas['OwnProvider']
  /** What a new one begins with. */
  begun?: ProviderDraft
  rows?: readonly TestRow[]
  onClose: (saved: Schemas['OwnProvider'] | null) => void
}

export function ProviderDialog({ title, about, provider, begun, rows, onClose }: Props) {
  const providers = useQuery(providersQuery())
  // As it was opened: who changes it meanwhile is not overwritten.
  const [opened] = useState(provider)
  const [first] = useState(() => (provider ? readProvider(provider) : (begun ?? newProvider())))
  const [draft, setDraft] = useState(first)
  const [isLeaving, setLeaving] = useState(false)
  const { busy, submit, fields, words } = useSubmit()
  const form = useId()
  const blocked = problemOfProvider(draft)
  const isChanged = draft !== first

  async function save() {
    const definition = writeProvider(draft, knownFields(providers.data ?? []))
    let saved: Schemas['OwnProvider'] | null = null
    const done = await submit(async () => {
      const name = draft.name.trim()
      saved = opened ? await changeProvider(opened, name, definition) : await createProvider(name, definition)
    })
    if (done) onClose(saved)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return
        if (isChanged) setLeaving(true)
        else onClose(null)
      }}
      size="lg"
      title={title}
      about={about}
      actions={
        isLeaving ? (
          <>
            <p className="mr-auto text-ink-2 text-sm">What you changed is not saved.</p>
            <Button onClick={() => setLeaving(false)}>Go on</Button>
            <Button look="danger" onClick={() => onClose(null)}>
              Discard changes
            </Button>
          </>
        ) : (
          <>
            {blocked && <p className="mr-auto min-w-0 text-ink-3 text-sm">{blocked}</p>}
            <Button onClick={() => onClose(null)}>Cancel</Button>
            <Button
              type="submit"
              form={form}
              look="primary"
              busy={busy}
              disabled={blocked !== null || providers.isPending || (provider !== undefined && !isChanged)}
            >
              {provider ? 'Save' : 'Save the provider'}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FormError>{words}</FormError>
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <ProviderForm draft={draft} errors={placesIn(fields)} {...(rows && { rows })} onChange={setDraft} />
        </form>
      </div>
    </Dialog>
  )
}
