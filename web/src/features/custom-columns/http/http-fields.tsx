// What is kept of an answer: fields by name, path and type, chosen from the answer itself or written by hand.
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import {
  type AnswerFieldType,
  type ColumnTrial,
  FIELD_TYPES,
  type HttpDraft,
  type HttpField,
} from '../../columns/custom.shapes.ts'
import { Part } from '../form-parts.tsx'
import { AnswerTree } from '../try/answer-tree.tsx'
import { rowWords } from '../try/row-words.logic.ts'
import { TriedOutcome } from '../try/try-part.tsx'
import { fieldName, ruleWords } from './http-draft.logic.ts'

interface Props {
  draft: HttpDraft
  errors: Record<string, string>
  onChange: (draft: HttpDraft) => void
}

export interface KnownField {
  label: string
  type: string
}

interface FieldsProps extends Props {
  /** Fields of the catalog by name: what the answer of a provider may be called. Their types are settled. */
  known?: ReadonlyMap<string, KnownField>
}

export function HttpFields({ draft, errors, known, onChange }: FieldsProps) {
  const { fields } = draft
  const list = useId()
  const set = (next: HttpField[]) => onChange({ ...draft, fields: next })
  const put = (at: number, part: Partial<HttpField>) =>
    set(fields.map((field, index) => (index === at ? { ...field, ...part } : field)))
  return (
    <Part
      title={known ? 'What it finds' : 'Fields to keep'}
      about={
        known
          ? 'A name of the catalog, such as work_email, stands in one waterfall with other providers of it. Test it below, then click on values.'
          : fields.length === 0
            ? 'All of it, as an object. Try it above, then click on values to keep only those.'
            : 'Each field can become a column of its own, now or later, without asking again.'
      }
    >
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has no other identity while its name is typed
        <div key={at} className="flex flex-col gap-1">
          <div className="grid grid-cols-[minmax(4rem,1fr)_minmax(5rem,1.3fr)_5.5rem_auto] items-center gap-1.5">
            <Input
              aria-label={`Name of field ${at + 1}`}
              placeholder="name"
              spellCheck={false}
              {...(known && { list })}
              value={field.name}
              onChange={(event) => put(at, { name: event.target.value })}
            />
            <Input
              aria-label={`Path of field ${at + 1}`}
              placeholder="data.items[0].name"
              spellCheck={false}
              className="font-mono text-sm"
              value={field.path}
              onChange={(event) => put(at, { path: event.target.value })}
            />
            <Select
              aria-label={`Type of field ${at + 1}`}
              value={known?.get(field.name)?.type ?? field.type}
              disabled={known?.has(field.name)}
              onChange={(event) => put(at, { type: event.target.value as AnswerFieldType })}
            >
              {FIELD_TYPES.map((type) => (
                <option key={type} value={type}>
                  {type}
                </option>
              ))}
            </Select>
            <IconButton
              icon={X}
              label={`Remove field ${field.name || at + 1}`}
              onClick={() => set(fields.filter((_, index) => index !== at))}
            />
          </div>
          {['path', 'name', 'type'].map((part) => {
            const error = errors[`fields.${at}.${part}`]
            return (
              error && (
                <p key={part} className="text-bad text-xs">
                  {error}
                </p>
              )
            )
          })}
        </div>
      ))}
      {known && (
        <datalist id={list}>
          {[...known].map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </datalist>
      )}
      <Button
        size="sm"
        look="quiet"
        icon={Plus}
        className="self-start"
        onClick={() => set([...fields, { name: '', path: '', type: 'text' }])}
      >
        Add a field
      </Button>
      {!known && fields.length > 1 && (
        <Field label="The cell shows">
          <Select value={draft.output} onChange={(event) => onChange({ ...draft, output: event.target.value })}>
            <option value="">all fields, as an object</option>
            {fields.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </Part>
  )
}

/** What came back for each row, and the answer of one of them to choose from. */
export function HttpTried({ draft, tried, onChange }: Omit<Props, 'errors'> & { tried: ColumnTrial }) {
  const answered = tried.rows.filter((row) => row.answer !== null && row.answer !== undefined)
  const [chosen, setChosen] = useState('')
  const shown = answered.find((row) => row.row_id === chosen) ?? answered[0]
  const types = new Map(tried.paths.map(({ path, type }) => [path, type as AnswerFieldType]))
  function pick(path: string, value: unknown) {
    const name = fieldName(
      path,
      draft.fields.map((field) => field.name),
    )
    const type = types.get(path) ?? (typeof value === 'object' && value !== null ? 'json' : 'text')
    onChange({ ...draft, fields: [...draft.fields, { name, path, type }] })
  }
  return (
    <>
      <ErrorOffer draft={draft} proposal={tried.error_proposal} onChange={onChange} />
      <ul className="flex flex-col gap-2 rounded-md border px-3 py-2">
        {tried.rows.map((row) => (
          <li key={row.row_id}>
            <TriedOutcome row={row}>
              {row.fields && <FieldValues fields={draft.fields} values={row.fields} />}
            </TriedOutcome>
          </li>
        ))}
      </ul>
      {shown && (
        <div className="rounded-md border">
          <div className="flex items-center justify-between gap-2 border-b px-3 py-1.5">
            <span className="text-ink-2 text-sm">Click a value to keep it</span>
            {answered.length > 1 && (
              <Select
                aria-label="Answer shown"
                className="max-w-44"
                value={shown.row_id}
                onChange={(event) => setChosen(event.target.value)}
              >
                {answered.map((row, index) => (
                  <option key={row.row_id} value={row.row_id}>
                    {rowWords(row.inputs, `Answer ${index + 1}`)}
                  </option>
                ))}
              </Select>
            )}
          </div>
          <section aria-label="Answer" className="max-h-96 overflow-auto p-1.5">
            <AnswerTree
              key={shown.row_id}
              value={shown.answer}
              path=""
              taken={new Set(draft.fields.map((field) => field.path))}
              onPick={pick}
            />
          </section>
        </div>
      )}
    </>
  )
}

interface OfferProps {
  draft: HttpDraft
  proposal: ColumnTrial['error_proposal'] | undefined
  onChange: (draft: HttpDraft) => void
}

/** What an answer with a good status says of an error, and the rule for it by one click. */
export function ErrorOffer({ draft, proposal, onChange }: OfferProps) {
  if (!proposal || draft.options['error.path'] || draft.options['error.statuses']) return null
  const { path, values = [] } = proposal.rule
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm">
      <p className="text-warn [overflow-wrap:anywhere]" dir="auto">
        {proposal.says}
      </p>
      <p className="text-ink-2">
        Its status was good. With the rule, {ruleWords(path, values)} is always an error: never kept as an answer, and
        asked again.
      </p>
      <Button
        size="sm"
        className="self-start"
        onClick={() =>
          onChange({
            ...draft,
            options: { ...draft.options, 'error.path': path, 'error.values': values.join('\n') },
          })
        }
      >
        Treat such answers as errors
      </Button>
    </div>
  )
}

/** The values of the fields that existed when the column was tried. */
function FieldValues({ fields, values }: { fields: readonly HttpField[]; values: Record<string, unknown> }) {
  const tried = fields.filter(({ name }) => name in values)
  if (tried.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(4rem,30%)_1fr] gap-x-3 text-sm">
      {tried.map(({ name }) => (
        <div key={name} className="contents">
          <dt className="truncate text-ink-3">{name}</dt>
          <dd dir="auto" className="truncate">
            {rawText(values[name]) || <span className="text-ink-3">nothing</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
