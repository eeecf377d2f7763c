// The form of a column that calls any HTTP API: the request, authentication, a test on rows, the fields to keep.
import { ClipboardPaste, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/forms/field.tsx'
import type { FormValues } from '../../../ui/forms/form-fields.logic.ts'
import { valuesOf } from '../../../ui/forms/schema-fields.logic.ts'
import type { ColumnToTry, FormProps, HttpDraft } from '../../columns/custom.shapes.ts'
import { defineEditor } from '../editor.ts'
import { Part } from '../form-parts.tsx'
import { namesIn } from '../references.logic.ts'
import { RequiredRefs } from '../required-refs.tsx'
import type { OfferedSecret } from '../secrets/secret-picker.tsx'
import { OfferedSecretContext } from '../secrets/secret-setting.tsx'
import { TryPart, useTry } from '../try/try-part.tsx'
import { type Curl, looksLikeCurl, nameOfHost, readCurl } from './curl.logic.ts'
import {
  authKind,
  hostOf,
  newHttp,
  onTestHttp,
  problemOfHttp,
  readHttp,
  templatesOf,
  writeHttp,
} from './http-draft.logic.ts'
import { HttpFields, HttpTried } from './http-fields.tsx'
import { HttpMore, HttpOptions } from './http-more.tsx'
import { COLUMN_WORDS, HttpAddress, HttpContents } from './http-request.tsx'

function HttpForm(props: FormProps<HttpDraft>) {
  const { workbookId, columnId, columns, rowIds, draft, errors, onChange, onProvider } = props
  const [pasting, setPasting] = useState(false)
  const [notes, setNotes] = useState<string[]>([])
  const [offered, setOffered] = useState<OfferedSecret | null>(null)
  const put = (part: Partial<HttpDraft>) => onChange({ ...draft, ...part })
  const asked = useTry({
    workbookId,
    rowIds: rowIds.slice(0, 5),
    column: (test) =>
      ({ ...writeHttp(test ? onTestHttp(draft) : draft, false), ...(columnId ? { id: columnId } : {}) }) as ColumnToTry,
  })
  const names = namesIn(...templatesOf(draft))

  function take(curl: Curl) {
    const isNew = columnId === undefined && /^HTTP request( \d+)?$/.test(draft.name)
    const found = hostOf(curl.draft.url)
    onChange({
      ...draft,
      ...curl.draft,
      options: { ...withoutAuth(draft.options), ...(curl.auth && valuesOf({ auth: curl.auth })) },
      ...(isNew && found ? { name: nameOfHost(found) } : {}),
    })
    setNotes(curl.notes)
    setOffered(curl.auth ? { name: curl.secretName, value: curl.key } : null)
    setPasting(false)
  }

  /** True when it was a command: then the address stays as it was. */
  function pasted(text: string): boolean {
    const curl = looksLikeCurl(text) ? readCurl(text) : null
    if (curl) take(curl)
    return curl !== null
  }

  return (
    <>
      <Part title="Request">
        {pasting ? (
          <CurlPaste onPaste={take} onCancel={() => setPasting(false)} />
        ) : (
          <Button size="sm" icon={ClipboardPaste} className="self-start" onClick={() => setPasting(true)}>
            Paste a curl command
          </Button>
        )}
        {notes.length > 0 && (
          <ul className="flex flex-col gap-1 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <HttpAddress {...{ draft, columns, errors, onChange }} words={COLUMN_WORDS} onPaste={pasted} />
      </Part>
      <HttpContents {...{ draft, columns, errors, onChange }} words={COLUMN_WORDS} />
      <Part title="Access">
        <OfferedSecretContext
          value={{ offered: authKind(draft) === '' ? null : offered, onStored: () => setOffered(null) }}
        >
          <HttpOptions names={['auth']} draft={draft} errors={errors} onChange={onChange} />
        </OfferedSecretContext>
      </Part>
      <TryPart
        asked={asked}
        rows={rowIds.length}
        blocked={problemOfHttp(draft)}
        blockedOnTest={problemOfHttp(onTestHttp(draft))}
        about="Makes a real call; normal charges apply. No cell is filled."
      >
        {asked.tried && <HttpTried draft={draft} tried={asked.tried} onChange={onChange} />}
      </TryPart>
      <HttpFields draft={draft} errors={errors} onChange={onChange} />
      <RequiredRefs
        names={names}
        required={draft.required}
        otherwise="A row without a value that the address needs is skipped."
        onChange={(required) => put({ required })}
      />
      <HttpMore draft={draft} errors={errors} onChange={onChange} />
      {onProvider && (
        <Part title="For other columns, too" about={aboutProvider(draft, names)}>
          <Button
            size="sm"
            icon={Webhook}
            className="self-start"
            disabled={problemOfHttp(draft) !== null || !canBeProvider(draft, names)}
            onClick={() => onProvider(writeHttp(draft, false))}
          >
            Save as a provider
          </Button>
        </Part>
      )}
    </>
  )
}

const withoutAuth = (options: FormValues): FormValues =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !name.startsWith('auth.')))

/** A provider only reads, and needs an input. */
const canBeProvider = ({ method }: HttpDraft, names: readonly string[]) =>
  (method === 'GET' || method === 'POST') && names.length > 0

function aboutProvider(draft: HttpDraft, names: readonly string[]): string {
  if (canBeProvider(draft, names))
    return 'As a provider of the workspace it is a step of waterfalls, of lead actions and functions, and a source.'
  return names.length === 0
    ? 'A request that refers to a column can be a provider of the workspace.'
    : 'A provider only reads: requests by GET or POST can be one.'
}

function CurlPaste({ onPaste, onCancel }: { onPaste: (curl: Curl) => void; onCancel: () => void }) {
  const [text, setText] = useState('')
  const curl = readCurl(text)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (curl) onPaste(curl)
      }}
    >
      <Field
        label="curl command"
        hint="From a vendor’s documentation, or “Copy as cURL” of a browser. No request is made yet."
        error={text.trim() !== '' && !curl ? 'This is no whole curl command with an address.' : undefined}
      >
        <Textarea
          autoFocus
          rows={4}
          spellCheck={false}
          className="font-mono text-sm"
          placeholder="curl https://api.example.com/companies/acme.com -H 'Authorization: Bearer …'"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" look="primary" disabled={!curl}>
          Fill the form
        </Button>
        <Button size="sm" look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export const httpEditor = defineEditor({
  begin: ({ name }) => newHttp(name),
  read: readHttp,
  write: writeHttp,
  problemOf: problemOfHttp,
  Form: HttpForm,
})
