// Makes a workbook of pasted text: a list of domains at once, a table by way of the import.
import { useId, useState } from 'react'
import { useAct } from '../../session/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Field, Input, Select, Textarea } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { commitImport } from '../import/import.queries.ts'
import { type PastedNames, type PastedTable, readNames, readPasted } from './pasted.logic.ts'
import { createWorkbook, deleteWorkbooks } from './workbooks.queries.ts'

interface Props {
  text: string
  onClose: () => void
  onMade: (workbookId: string) => void
  onTable: (file: File) => void
}

export function PasteDialog({ text: pasted, onClose, onMade, onTable }: Props) {
  const [text, setText] = useState(pasted)
  const [name, setName] = useState('')
  const [busy, act] = useAct()
  const form = useId()
  const [of, setOf] = useState<NamesOf>('company')
  const read = readPasted(text) ?? readNames(text)
  const list = listOf(read, of)
  const usual = list ? counted(list.values.length, list.one, list.many) : 'Pasted table'

  async function make() {
    if (!read) return
    if (!list) {
      onTable(new File([text], `${name.trim() || usual}.tsv`, { type: 'text/tab-separated-values' }))
      return
    }
    let madeId: string | null = null
    const isMade = await act(async () => {
      const made = await createWorkbook({ name: name.trim() || usual })
      madeId = made.id
      const lines = list.values.map((value) => `"${value.replaceAll('"', '""')}"`)
      const file = new File([[list.column, ...lines, ''].join('\n')], 'list.csv', { type: 'text/csv' })
      await commitImport(made.id, file, {
        encoding: 'utf-8',
        delimiter: ',',
        header: true,
        mapping: [{ index: 0, target: { kind: 'new', name: list.column, input_type: 'text' } }],
      })
      onMade(made.id)
    }, 'The workbook was not made.')
    if (!isMade && madeId) void deleteWorkbooks([madeId]).catch(() => undefined)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New workbook from a list"
      about="One domain, web address, company or person per line, or cells copied from a spreadsheet."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" disabled={!read} busy={busy}>
            {list ? `Make a workbook of ${usual}` : read ? 'Continue' : 'Make a workbook'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <Field
          label="List"
          hint={
            read?.kind === 'domains'
              ? hintOf(read)
              : read?.kind === 'table'
                ? `A table of about ${counted(read.rows, 'row')}; you choose its columns next`
                : undefined
          }
          error={text.trim() && !read ? 'These are neither domains nor names, nor cells of a spreadsheet.' : undefined}
        >
          <Textarea
            rows={9}
            spellCheck={false}
            value={text}
            placeholder={'ikea.com\nvolvocars.com\nspotify.com'}
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-sm"
          />
        </Field>
        {read?.kind === 'names' && (
          <Field label="Each line is">
            <Select value={of} onChange={(event) => setOf(event.target.value as NamesOf)}>
              <option value="company">The name of a company</option>
              <option value="person">The name of a person</option>
            </Select>
          </Field>
        )}
        <Field label="Name">
          <Input
            value={name}
            dir="auto"
            maxLength={200}
            placeholder={usual}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

type NamesOf = 'company' | 'person'

/** What becomes a workbook of one column, with the column's name and how its values are counted; null for a table. */
function listOf(read: PastedTable | PastedNames | null, of: NamesOf) {
  if (read?.kind === 'domains') return { values: read.domains, column: 'Domain', one: 'domain', many: 'domains' }
  if (read?.kind !== 'names') return null
  return of === 'company'
    ? { values: read.names, column: 'Company', one: 'company', many: 'companies' }
    : { values: read.names, column: 'Full name', one: 'person', many: 'people' }
}

/** "3 domains, duplicates left out. 1 line is no domain and is left out: “n/a”". */
function hintOf({ domains, left_out }: Extract<PastedTable, { kind: 'domains' }>): string {
  const taken = `${counted(domains.length, 'domain')}, duplicates removed`
  if (left_out.length === 0) return taken
  const named = left_out.slice(0, 3).map((one) => `“${one.length > 40 ? `${one.slice(0, 39)}…` : one}”`)
  const more = left_out.length > 3 ? ' and others' : ''
  const words = left_out.length === 1 ? 'is no domain and is' : 'are no domains and are'
  return `${taken}. ${counted(left_out.length, 'line')} ${words} left out: ${named.join(', ')}${more}`
}
