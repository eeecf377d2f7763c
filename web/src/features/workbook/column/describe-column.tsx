// A column from a sentence: drafted by rules or by the model, shown with what it does and costs, then added or looked at in its form.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import type { FormEvent } from 'react'
import { api, once, take } from '../../../api/client.ts'
import type { Column } from '../../../api/shapes.ts'
import { useWorkspace } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { settingsQuery } from '../../assistant/assistant.queries.ts'
import { kindWords } from '../../columns/custom-kinds.logic.ts'
import { addColumn } from '../../columns/workbook.api.ts'
import type { ColumnDraft } from '../../columns/workbook.shapes.ts'
import { asColumn, type ColumnSuggestion, costWords, linesOf } from './described.logic.ts'

interface Props {
  workbookId: string
  /** What was searched for before, to begin with. */
  question: string
  /** Opens the form of its kind with it. */
  onEdit: (column: Column) => void
  onAdded: (column: Column) => void
}

export function DescribeColumn({ workbookId, question, onEdit, onAdded }: Props) {
  const drafting = useForm(
    { instruction: question, asks_docs: false, docs: '' },
    {
      send: ({ instruction, asks_docs, docs }) => {
        const text = docs.trim()
        const source =
          !asks_docs || text === '' ? {} : /^https?:\/\/\S+$/.test(text) ? { docs_url: text } : { docs: text }
        return take(
          api.POST('/api/workbooks/{workbook_id}/generate-column', {
            params: { path: { workbook_id: workbookId }, ...once() },
            body: { instruction: instruction.trim(), ...source },
          }),
        )
      },
    },
  )
  const { set, answer: made } = drafting
  const { instruction, asks_docs: hasDocs, docs } = drafting.values
  const adding = useSubmit()

  async function draft(event: FormEvent) {
    event.preventDefault()
    await drafting.submit()
  }

  async function add() {
    if (made) await adding.submit(async () => onAdded(await addColumn(workbookId, made.column as ColumnDraft)))
  }

  return (
    <section aria-label="Describe a column" className="flex flex-col gap-3 rounded-md border p-3">
      <form className="flex flex-col gap-3" onSubmit={(event) => void draft(event)}>
        <Field
          label="What should the column hold?"
          hint="Such as “the domain of Website”, “find the work email”, or “if Employees is over 50 then large else small”."
          error={drafting.fields.instruction}
        >
          <Textarea
            autoFocus
            rows={2}
            dir="auto"
            maxLength={5000}
            value={instruction}
            onChange={(event) => set({ instruction: event.target.value })}
          />
        </Field>
        {hasDocs && (
          <Field
            label="Documentation of the API"
            hint="Its address, or an OpenAPI description or example request pasted here. Keys in it are removed."
            error={drafting.fields.docs ?? drafting.fields.docs_url}
          >
            {docs.includes('\n') || docs.length > 200 ? (
              <Textarea rows={5} value={docs} onChange={(event) => set({ docs: event.target.value })} />
            ) : (
              <Input
                value={docs}
                placeholder="https://api.example.com/openapi.json"
                onPaste={(event) => {
                  // A field of one line would take the ends of lines away.
                  const pasted = event.clipboardData.getData('text')
                  if (!pasted.includes('\n')) return
                  event.preventDefault()
                  set({ docs: pasted })
                }}
                onChange={(event) => set({ docs: event.target.value })}
              />
            )}
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            look={made ? 'plain' : 'primary'}
            size="sm"
            icon={Sparkles}
            busy={drafting.busy}
            disabled={instruction.trim() === ''}
          >
            {made ? 'Draft again' : 'Draft the column'}
          </Button>
          {!hasDocs && (
            <Button size="sm" look="quiet" onClick={() => set({ asks_docs: true })}>
              From API documentation
            </Button>
          )}
        </div>
        <ModelHint />
        <FormError>{Object.keys(drafting.fields).length === 0 && drafting.words}</FormError>
      </form>
      {made && (
        <section aria-label="Draft" aria-live="polite" className="flex flex-col gap-3 border-t pt-3">
          <Draft made={made} />
          <FormError>{adding.words && `The column was not added. ${adding.words}`}</FormError>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onEdit(asColumn(made))}>
              Look at it in the form
            </Button>
            <Button size="sm" look="primary" busy={adding.busy} onClick={() => void add()}>
              Add column
            </Button>
          </div>
        </section>
      )}
    </section>
  )
}

function Draft({ made }: { made: ColumnSuggestion }) {
  const { column, explanation, needs, notes, made_by } = made
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold [overflow-wrap:anywhere]" dir="auto">
          {column.name}
        </strong>
        <Badge>{kindWords(column)}</Badge>
        <span className="text-ink-3 text-xs">
          {made_by === 'rules' ? 'by a rule, without a model' : 'by the model'}
        </span>
      </div>
      <p className="text-ink-2 text-sm" dir="auto">
        {explanation}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {linesOf(made).map(({ label, text }) => (
          <div key={`${label} ${text}`} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="min-w-0 whitespace-pre-wrap font-mono text-xs leading-5 [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
        <dt className="text-ink-3">Cost</dt>
        <dd>{costWords(made)}</dd>
        {needs.length > 0 && (
          <>
            <dt className="text-ink-3">Needs</dt>
            <dd className="text-warn">{needs.join(', ')}</dd>
          </>
        )}
      </dl>
      {notes.length > 0 && (
        <ul className="list-disc pl-5 text-ink-2 text-sm">
          {notes.map((note) => (
            <li key={note} className="[overflow-wrap:anywhere]">
              {note}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Without a model it says what works all the same, and where one is added. */
function ModelHint() {
  const { slug } = useWorkspace()
  const settings = useQuery(settingsQuery())
  if (settings.data?.ready !== false) return null
  return (
    <p className="text-ink-3 text-xs">
      No AI model is connected. Calculations and what providers find are drafted by rules; for prompts and anything else{' '}
      <Link to="/w/$workspace/settings/integrations" params={{ workspace: slug }} className="text-accent-ink underline">
        add a model
      </Link>
      : OpenAI, Anthropic, Gemini, any compatible server, or Ollama on your own machine, which costs nothing.
    </p>
  )
}
