// A workbook from a file of another program: chosen or pasted, previewed with what is lost, then created.
import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { describeProblem } from '../../api/problem.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
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
  const [text, setText] = useState('')
  const [found, setFound] = useState<WorkflowConversion | null>(null)
  const [name, setName] = useState('')
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, submit, fields, words } = useSubmit()
  const form = useId()

  async function look(content: string) {
    setReading(true)
    setProblem(null)
    try {
      const read = await convertFile(content)
      setFound(read)
      setName(read.name)
    } catch (error) {
      setProblem(`The file could not be read. ${describeProblem(error).what}`)
    } finally {
      setReading(false)
    }
  }

  async function make() {
    if (!found) return
    await submit(async () => {
      const made = await createFromDefinition(name.trim(), found.definition)
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
            <Button className="mr-auto" onClick={() => setFound(null)}>
              Back
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={form} look="primary" busy={busy} disabled={!name.trim()}>
              Create workbook
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" busy={reading} disabled={text.trim() === ''} onClick={() => void look(text)}>
              See what it becomes
            </Button>
          </>
        )
      }
    >
      <DefinitionText
        text={text}
        hint="Clay: the table as JSON, with its fields and their typeSettings, as schema exporters write it."
        busy={reading}
        problem={problem}
        onText={setText}
        onProblem={setProblem}
        onRead={look}
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
            <Field label="Name of the workbook" error={fields.name}>
              <Input value={name} maxLength={200} dir="auto" onChange={(event) => setName(event.target.value)} />
            </Field>
            <FormError>{Object.keys(fields).length === 0 && words}</FormError>
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
