// Makes a workbook of pasted text: a list of domains at once, a table by way of the import.
import { useId, useState } from 'react'
import { showError } from '../../session/show-error.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Field, Input, Textarea } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { commitImport } from '../import/import.queries.ts'
import { type PastedTable, readPasted } from './pasted.logic.ts'
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
  const [busy, setBusy] = useState(false)
  const form = useId()
  const read = readPasted(text)
  const usual = read?.kind === 'domains' ? counted(read.domains.length, 'domain') : 'Pasted table'

  async function make() {
    if (!read) return
    if (read.kind === 'table') {
      onTable(new File([text], `${name.trim() || usual}.tsv`, { type: 'text/tab-separated-values' }))
      return
    }
    setBusy(true)
    let madeId: string | null = null
    try {
      const made = await createWorkbook({ name: name.trim() || usual })
      madeId = made.id
      const file = new File([`Domain\n${read.domains.join('\n')}\n`], 'domains.csv', { type: 'text/csv' })
      await commitImport(made.id, file, {
        encoding: 'utf-8',
        delimiter: ',',
        header: true,
        mapping: [{ index: 0, target: { kind: 'new', name: 'Domain', input_type: 'text' } }],
      })
      onMade(made.id)
    } catch (error) {
      if (madeId) void deleteWorkbooks([madeId]).catch(() => undefined)
      showError(error, 'The workbook was not made.')
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New workbook from a list"
      about="One domain, web address or e-mail address per line, or cells copied from a spreadsheet."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" disabled={!read} busy={busy}>
            {read?.kind === 'domains'
              ? `Make a workbook of ${counted(read.domains.length, 'domain')}`
              : read
                ? 'Continue'
                : 'Make a workbook'}
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
              : read
                ? `A table of about ${counted(read.rows, 'row')}; you choose its columns next`
                : undefined
          }
          error={text.trim() && !read ? 'These are not domains, nor cells of a spreadsheet.' : undefined}
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

/** "3 domains, duplicates left out. 1 line is no domain and is left out: “n/a”". */
function hintOf({ domains, left_out }: Extract<PastedTable, { kind: 'domains' }>): string {
  const taken = `${counted(domains.length, 'domain')}, duplicates removed`
  if (left_out.length === 0) return taken
  const named = left_out.slice(0, 3).map((one) => `“${one.length > 40 ? `${one.slice(0, 39)}…` : one}”`)
  const more = left_out.length > 3 ? ' and others' : ''
  const words = left_out.length === 1 ? 'is no domain and is' : 'are no domains and are'
  return `${taken}. ${counted(left_out.length, 'line')} ${words} left out: ${named.join(', ')}${more}`
}
