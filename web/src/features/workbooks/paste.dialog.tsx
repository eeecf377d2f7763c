// Makes a workbook of pasted text: a list of domains at once, a table by way of the import.
import { useAct } from '../../session/use-act.ts'
import { counted } from '../../ui/format.ts'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
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
  const { values, tied } = useForm({ text: pasted, names_of: 'company', name: '' })
  const [busy, act] = useAct()
  const { text, name } = values
  const read = readPasted(text) ?? readNames(text)
  const list = listOf(read, values.names_of as NamesOf)
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
    <FormDialog
      title="New workbook from a list"
      about="One domain, web address, company or person per line, or cells copied from a spreadsheet."
      action={list ? `Make a workbook of ${usual}` : read ? 'Continue' : 'Make a workbook'}
      busy={busy}
      disabled={!read}
      onSubmit={make}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        fields={[
          {
            name: 'text',
            kind: 'multiline',
            label: 'List',
            rows: 9,
            isCode: true,
            placeholder: 'ikea.com\nvolvocars.com\nspotify.com',
            hint:
              read?.kind === 'domains'
                ? hintOf(read)
                : read?.kind === 'table'
                  ? `A table of about ${counted(read.rows, 'row')}; you choose its columns next`
                  : undefined,
          },
          ...(read?.kind === 'names' ? [NAMES_OF] : []),
          { name: 'name', kind: 'text', label: 'Name', maxLength: 200, placeholder: usual },
        ]}
        errors={
          text.trim() && !read ? { text: 'These are neither domains nor names, nor cells of a spreadsheet.' } : {}
        }
      />
    </FormDialog>
  )
}

const NAMES_OF: FormField = {
  name: 'names_of',
  kind: 'choice',
  label: 'Each line is',
  options: [
    { value: 'company', label: 'The name of a company' },
    { value: 'person', label: 'The name of a person' },
  ],
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
