// The form of a column that asks any HTTP API: the request, who asks, a try on rows, what is kept of the answer.
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select, Textarea } from '../../ui/field.tsx'
import { type Asked, type FormProps, type HttpDraft, METHODS } from '../columns/made.shapes.ts'
import { type Curl, looksLikeCurl, nameOfHost, readCurl } from './curl.logic.ts'
import { Part } from './form-parts.tsx'
import { HttpAuthForm } from './http-auth-form.tsx'
import { hostOf, NO_AUTH, problemOfHttp, writeHttp } from './http-draft.logic.ts'
import { HttpFields, HttpTried } from './http-fields.tsx'
import { HttpMore } from './http-more.tsx'
import { PairsEditor } from './pairs-editor.tsx'
import { ReferenceEditor } from './reference-editor.tsx'
import { namesIn } from './references.logic.ts'
import { RequiredRefs } from './required-refs.tsx'
import type { OfferedSecret } from './secret-picker.tsx'
import { TryPart, useTry } from './try-part.tsx'

export function HttpForm({ workbookId, columnId, columns, rowIds, draft, errors, onChange }: FormProps<HttpDraft>) {
  const [pasting, setPasting] = useState(false)
  const [notes, setNotes] = useState<string[]>([])
  const [offered, setOffered] = useState<OfferedSecret | null>(null)
  const put = (part: Partial<HttpDraft>) => onChange({ ...draft, ...part })
  const asked = useTry({
    workbookId,
    rowIds: rowIds.slice(0, 5),
    column: () => ({ ...writeHttp(draft, false), ...(columnId ? { id: columnId } : {}) }) as Asked,
  })
  const host = hostOf(draft.url)
  const names = namesIn(...templatesOf(draft))

  function take(curl: Curl) {
    const isNew = columnId === undefined && /^HTTP request( \d+)?$/.test(draft.name)
    const found = hostOf(curl.draft.url)
    onChange({
      ...draft,
      ...curl.draft,
      auth: curl.auth ? { ...NO_AUTH, ...curl.auth } : NO_AUTH,
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
        <div className="grid grid-cols-[6.5rem_1fr] items-start gap-1.5">
          <Select
            aria-label="Method"
            value={draft.method}
            onChange={(event) => {
              const method = event.target.value as HttpDraft['method']
              put({
                method,
                ...(method !== 'GET' && draft.sends === 'nothing' && draft.body === '' ? { sends: 'json' } : {}),
              })
            }}
          >
            {METHODS.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </Select>
          <Field label="Address" hideLabel error={errors.url} hint={hintOf(draft, host)}>
            <ReferenceEditor
              mono
              columns={columns}
              placeholder="https://api.example.com/…"
              value={draft.url}
              onPaste={pasted}
              onChange={(url) => put({ url })}
            />
          </Field>
        </div>
        {(draft.any_host || (host === null && /\{\{/.test(draft.url))) && (
          <Checkbox
            label="The row says which host is asked"
            hint="Hosts of this network are never asked, and no secret is sent along."
            checked={draft.any_host}
            onChange={(any_host) => put({ any_host })}
          />
        )}
      </Part>
      <Part title="Parameters">
        <PairsEditor what="parameter" pairs={draft.query} columns={columns} onChange={(query) => put({ query })} />
      </Part>
      <Part title="Headers">
        <PairsEditor what="header" pairs={draft.headers} columns={columns} onChange={(headers) => put({ headers })} />
        {pairErrors(errors).map((error) => (
          <p key={error} role="alert" className="text-bad text-xs">
            {error}
          </p>
        ))}
      </Part>
      {draft.method !== 'GET' && <Body draft={draft} columns={columns} error={errors.body} onChange={onChange} />}
      <Part title="Access">
        <HttpAuthForm
          draft={draft}
          offered={draft.auth.kind === 'none' ? null : offered}
          onStored={() => setOffered(null)}
          errors={errors}
          onChange={onChange}
        />
      </Part>
      <TryPart
        asked={asked}
        rows={rowIds.length}
        blocked={problemOfHttp(draft)}
        about="Really asks, and costs what asking costs. No cell is filled."
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
    </>
  )
}

const pairErrors = (errors: Record<string, string>) =>
  Object.entries(errors).flatMap(([place, error]) => (/^(query|headers)\./.test(place) ? [error] : []))

const templatesOf = ({ url, query, headers, body, form, sends, method }: HttpDraft): string[] => [
  url,
  ...[...query, ...headers].map(({ value }) => value),
  ...(method === 'GET' ? [] : sends === 'json' ? [body] : sends === 'form' ? form.map(({ value }) => value) : []),
]

function hintOf({ url, any_host }: HttpDraft, host: string | null): string {
  if (host) return `Every row asks ${host}. Type { for a column; its value stays one part of the address.`
  if (any_host) return 'Each row is asked at the host that it says.'
  return url.trim() === '' ? 'Type { for a column.' : 'Write out https:// and the host, with a / behind it.'
}

type BodyProps = Pick<FormProps<HttpDraft>, 'draft' | 'columns' | 'onChange'> & { error: string | undefined }

function Body({ draft, columns, error, onChange }: BodyProps) {
  const put = (part: Partial<HttpDraft>) => onChange({ ...draft, ...part })
  return (
    <Part title="Body">
      <Select
        aria-label="What is sent"
        value={draft.sends}
        onChange={(event) => put({ sends: event.target.value as HttpDraft['sends'] })}
      >
        <option value="nothing">Nothing</option>
        <option value="json">JSON</option>
        <option value="form">A form</option>
      </Select>
      {draft.sends === 'json' && (
        <Field
          label="JSON"
          hideLabel
          error={error}
          hint="A column inside quotes stays inside them; outside of quotes it becomes the JSON value itself."
        >
          <ReferenceEditor
            mono
            lines={5}
            columns={columns}
            placeholder={'{"domain": "{{Domain}}"}'}
            value={draft.body}
            onChange={(body) => put({ body })}
          />
        </Field>
      )}
      {draft.sends === 'form' && (
        <PairsEditor what="form field" pairs={draft.form} columns={columns} onChange={(form) => put({ form })} />
      )}
    </Part>
  )
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
        hint="From a vendor’s documentation, or “Copy as cURL” of a browser. Nothing is asked yet."
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
