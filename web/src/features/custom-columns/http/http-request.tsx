// The request of an HTTP column or of an own provider: method and address, parameters, headers, body.
import type { Column } from '../../../api/shapes.ts'
import { Checkbox, Field, Select } from '../../../ui/forms/field.tsx'
import { type HttpDraft, METHODS } from '../../columns/custom.shapes.ts'
import { Part } from '../form-parts.tsx'
import { PairsEditor } from '../pairs-editor.tsx'
import { ReferenceEditor } from '../reference-editor.tsx'
import { hostOf } from './http-draft.logic.ts'

/** What asks, and what its references are called. */
export interface RequestWords {
  each: string
  reference: string
  example: string
}
export const COLUMN_WORDS: RequestWords = { each: 'row', reference: 'column', example: 'Domain' }

interface Props {
  draft: HttpDraft
  /** What may be referred to. */
  columns: readonly Column[]
  errors: Record<string, string>
  words: RequestWords
  onChange: (draft: HttpDraft) => void
}

interface AddressProps extends Props {
  methods?: readonly HttpDraft['method'][]
  onPaste?: (text: string) => boolean
}

export function HttpAddress({ draft, columns, errors, words, onChange, methods = METHODS, onPaste }: AddressProps) {
  const put = (part: Partial<HttpDraft>) => onChange({ ...draft, ...part })
  const host = hostOf(draft.url)
  return (
    <>
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
          {methods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </Select>
        <Field label="Address" hideLabel error={errors.url} hint={hintOf(draft, host, words)}>
          <ReferenceEditor
            mono
            columns={columns}
            placeholder="https://api.example.com/…"
            value={draft.url}
            {...(onPaste && { onPaste })}
            onChange={(url) => put({ url })}
          />
        </Field>
      </div>
      {(draft.any_host || (host === null && /\{\{/.test(draft.url))) && (
        <Checkbox
          label={`The ${words.each} decides the host`}
          hint="Hosts of this network are never called, and no secret is sent."
          checked={draft.any_host}
          onChange={(any_host) => put({ any_host })}
        />
      )}
    </>
  )
}

export function HttpContents({ draft, columns, errors, words, onChange }: Props) {
  const put = (part: Partial<HttpDraft>) => onChange({ ...draft, ...part })
  const shared = { columns, example: `{{${words.example}}} or text` }
  return (
    <>
      <Part title="Parameters">
        <PairsEditor what="parameter" pairs={draft.query} {...shared} onChange={(query) => put({ query })} />
      </Part>
      <Part title="Headers">
        <PairsEditor what="header" pairs={draft.headers} {...shared} onChange={(headers) => put({ headers })} />
        {pairErrors(errors).map((error) => (
          <p key={error} role="alert" className="text-bad text-xs">
            {error}
          </p>
        ))}
      </Part>
      {draft.method !== 'GET' && <Body {...{ draft, columns, errors, words, onChange }} />}
    </>
  )
}

const pairErrors = (errors: Record<string, string>) =>
  Object.entries(errors).flatMap(([place, error]) => (/^(query|headers)\./.test(place) ? [error] : []))

function hintOf({ url, any_host }: HttpDraft, host: string | null, { each, reference }: RequestWords): string {
  if (host)
    return `Every ${each} calls ${host}. Type { for ${aOr(reference)} ${reference}; its value stays one part of the address.`
  if (any_host) return `Each ${each} decides the host that is called.`
  return url.trim() === ''
    ? `Type { for ${aOr(reference)} ${reference}.`
    : 'Write out https:// and the host, with a / after it.'
}

const aOr = (word: string) => (/^[aeiou]/.test(word) ? 'an' : 'a')

function Body({ draft, columns, errors, words, onChange }: Props) {
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
          error={errors.body}
          hint={`${aOr(words.reference) === 'an' ? 'An' : 'A'} ${words.reference} inside quotes stays inside them; outside of quotes it becomes the JSON value itself.`}
        >
          <ReferenceEditor
            mono
            lines={5}
            columns={columns}
            placeholder={`{"domain": "{{${words.example}}}"}`}
            value={draft.body}
            onChange={(body) => put({ body })}
          />
        </Field>
      )}
      {draft.sends === 'form' && (
        <PairsEditor
          what="form field"
          example={`{{${words.example}}} or text`}
          pairs={draft.form}
          columns={columns}
          onChange={(form) => put({ form })}
        />
      )}
    </Part>
  )
}
