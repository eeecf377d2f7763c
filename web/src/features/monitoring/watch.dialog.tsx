// The editor of a watch, with a test poll that shows what it sees before anything is stored.

import { FlaskConical } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { areSaidAt, errorsUnder, settingFields, settingsOf, valuesOf } from '../../ui/forms/schema-fields.logic.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type KindDraft, KindFields } from './kind-fields.tsx'
import { createWatch, forgetWatches, patchWatch, tryWatch, type WatchKindInfo } from './monitoring.api.ts'
import { SeenLines } from './seen-lines.tsx'

interface Props {
  kinds: readonly WatchKindInfo[]
  /** The one to change; without it a new one is made. */
  watch?: Schemas['Watch']
  onClose: (id: string | null) => void
}

type Tried = Awaited<ReturnType<typeof tryWatch>>

export function WatchDialog({ kinds, watch, onClose }: Props) {
  const [name, setName] = useState(watch?.kind ?? 'company')
  const kind = kinds.find((one) => one.kind === name) ?? (kinds[0] as WatchKindInfo)
  const [target, setTarget] = useState(watch?.target ?? '')
  const [label, setLabel] = useState(watch?.name ?? '')
  const [draft, setDraft] = useState<KindDraft>(() => ({
    interval: watch?.interval ?? 'daily',
    types: new Set<Schemas['Signal']['type']>(watch?.signal_types ?? kind.signal_types),
    typed: valuesOf(watch?.config ?? {}),
  }))
  const [tried, setTried] = useState<Tried | null>(null)
  const saving = useSubmit()
  const trying = useSubmit()
  const [asked, setAsked] = useState<'save' | 'try'>('save')
  const form = useId()
  const options = settingFields(kind.config)
  const said = ['target', ...options.map(({ name: option }) => `config.${option}`)]
  const config = settingsOf(options, draft.typed, watch?.config)
  const { fields, words } = asked === 'save' ? saving : trying

  function pick(next: WatchKindInfo['kind']) {
    setName(next)
    setTried(null)
    const types = kinds.find((one) => one.kind === next)?.signal_types ?? []
    setDraft({ ...draft, types: new Set(types), typed: {} })
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const all = kind.signal_types.every((type) => draft.types.has(type))
    const body = {
      target,
      interval: draft.interval,
      config,
      // All of them: also those that the kind learns later.
      signal_types: all ? [] : [...draft.types],
    }
    setAsked('save')
    let id: string | null = null
    const done = await saving.submit(async () => {
      const saved = watch
        ? await patchWatch(watch.id, { ...body, name: label.trim() || null })
        : await createWatch({ ...body, kind: kind.kind, ...(label.trim() && { name: label.trim() }) })
      id = saved.id
    })
    if (!done) return
    void forgetWatches()
    onClose(id)
  }

  async function tryOut(typed = draft.typed) {
    setTried(null)
    setAsked('try')
    const tryConfig = settingsOf(options, typed, watch?.config)
    await trying.submit(async () => setTried(await tryWatch({ kind: kind.kind, target, config: tryConfig })))
  }

  const picked = options.find(({ fromLine }) => fromLine !== undefined)
  const line = picked?.fromLine
  function pickLine(words: string) {
    if (!picked || !line) return
    const cleared = Object.fromEntries(line.clears.map((name) => [name, '']))
    const typed = { ...draft.typed, ...cleared, [picked.name]: words }
    setDraft({ ...draft, typed })
    void tryOut(typed)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      title={watch ? 'Edit watch' : 'Add watch'}
      about={kind.description}
      actions={
        <>
          <Button
            icon={FlaskConical}
            className="mr-auto"
            busy={trying.busy}
            disabled={target.trim() === ''}
            onClick={() => void tryOut()}
          >
            Test poll
          </Button>
          <Button onClick={() => onClose(null)}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            busy={saving.busy}
            disabled={target.trim() === '' || draft.types.size === 0}
          >
            {watch ? 'Save' : 'Add watch'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate className="flex flex-col gap-4">
        {!watch && (
          <Field label="Kind">
            <Select value={kind.kind} onChange={(event) => pick(event.target.value as WatchKindInfo['kind'])}>
              {kinds.map((one) => (
                <option key={one.kind} value={one.kind}>
                  {one.title}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={kind.target.label} hint={kind.target.help} error={fields.target}>
          <Input
            value={target}
            placeholder={kind.target.example}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setTarget(event.target.value)
              setTried(null)
            }}
          />
        </Field>
        <Field label="Name" hint="Optional; the target without it.">
          <Input value={label} maxLength={200} onChange={(event) => setLabel(event.target.value)} />
        </Field>
        <KindFields kind={kind} draft={draft} errors={errorsUnder('config', fields)} onChange={setDraft} />
        <FormError>{!areSaidAt(said, fields) && words}</FormError>
        {trying.busy && (
          <p role="status" className="text-ink-2">
            Reading {target}…
          </p>
        )}
        {tried && (
          <section aria-label="What the test poll saw" className="flex flex-col gap-2">
            <h3 className="font-medium text-ink-2 text-sm">
              {tried.ok ? 'The watch would see' : 'The target could not be read'}
            </h3>
            {tried.error && <p className="text-bad">{tried.error}</p>}
            {tried.unread.length > 0 && (
              <>
                <SeenLines lines={tried.unread} tone="warn" />
                <p className="text-ink-2 text-sm">This was not read. The watch reports on the rest only.</p>
              </>
            )}
            {tried.seen.length > 0 && (
              <SeenLines lines={tried.seen} {...(line && { pick: { label: line.label, run: pickLine } })} />
            )}
            {line && tried.ok && <p className="text-ink-3 text-xs">{line.help}</p>}
            {tried.ok && (
              <p className="text-ink-3 text-xs">
                Nothing was stored. The first poll remembers this, and later ones tell what differs.
              </p>
            )}
          </section>
        )}
      </form>
    </Dialog>
  )
}
