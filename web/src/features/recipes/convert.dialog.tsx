// A workbook from a file of another program: chosen or pasted, previewed with what is lost, then created.
import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import { describeProblem } from '../../api/problem.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DefinitionText } from '../columns/definition-text.tsx'
import { ColumnChips } from './recipe-columns.tsx'
import { convertFile, createFromDefinition, type WorkflowConversion } from './recipes.queries.ts'

const FORMATS: Record<WorkflowConversion['format'], string> = {
  clay: 'A table of Clay',
  n8n: 'A workflow of n8n',
  millrace: 'A workbook definition',
}

export function ConvertDialog({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const reading = useForm({ text: '' }, { send: ({ text }) => convertFile(text) })
  const found = reading.answer
  const { values, busy, submit, reset, tied, words } = useForm({ name: found?.name ?? '' })
  const form = useId()

  async function make() {
    if (!found) return
    await submit(async () => {
      const made = await createFromDefinition(values.name.trim(), found.definition)
      await navigate({
        to: '/w/$workspace/workbooks/$workbookId',
        params: { workspace: workspace.slug, workbookId: made.id },
      })
    })
  }

  return (
    <Dialog
      open
      size="lg"
      title="Workbook from a file"
      about="A table definition of Clay, a workflow of n8n, or a workbook definition. You see what it becomes before anything is made; no key and no row is taken from it."
      onOpenChange={(open) => !open && onClose()}
      actions={
        found ? (
          <>
            <Button
              className="mr-auto"
              onClick={() => {
                reading.forget()
                reset()
              }}
            >
              Back
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={form} look="primary" busy={busy} disabled={!values.name.trim()}>
              Create workbook
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="primary"
              busy={reading.busy}
              disabled={reading.values.text.trim() === ''}
              onClick={() => void reading.submit()}
            >
              See what it becomes
            </Button>
          </>
        )
      }
    >
      <DefinitionText
        text={reading.values.text}
        hint="Clay: the table as JSON, with its fields and their typeSettings, as schema exporters write it."
        busy={reading.busy}
        problem={reading.problem && `The file could not be read. ${describeProblem(reading.problem).what}`}
        onText={(text) => reading.set({ text })}
        onFile={(read) =>
          void reading.submit(async () => {
            const text = await read()
            reading.set({ text })
            return convertFile(text)
          })
        }
      >
        {found && (
          <form
            id={form}
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              void make()
            }}
          >
            <Outcome found={found} />
            <SchemaForm
              {...tied}
              fields={[{ name: 'name', kind: 'text', label: 'Name of the workbook', maxLength: 200 }]}
            />
            <FormError>{words}</FormError>
          </form>
        )}
      </DefinitionText>
    </Dialog>
  )
}

function Outcome({ found }: { found: WorkflowConversion }) {
  const { format, columns, secrets, notes } = found
  return (
    <>
      <p>
        <strong className="font-semibold">{FORMATS[format]}</strong>, which becomes {counted(columns.length, 'column')}.
      </p>
      <ColumnChips columns={columns} />
      {secrets.length > 0 && (
        <section aria-label="Keys">
          <h3 className="mb-1.5 font-medium text-sm">Keys to enter as secrets</h3>
          <ul className="flex flex-wrap gap-1.5">
            {secrets.map(({ name, ready }) => (
              <li key={name}>
                <Badge tone={ready ? 'ok' : 'warn'}>
                  <KeyRound aria-hidden className="size-3" /> {name} {ready ? 'is there' : 'is missing'}
                </Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section aria-label="Notes">
          <h3 className="mb-1.5 font-medium text-sm">To know and to look at</h3>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2 text-sm">
            {notes.map((note) => (
              <li key={note} dir="auto" className="[overflow-wrap:anywhere]">
                {note}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
