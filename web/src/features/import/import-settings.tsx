// How the file was read, with a way to correct each guess, and what is done with rows that come twice.

import { Disclosure } from '../../ui/disclosure.tsx'
import { counted } from '../../ui/format.ts'
import { type FormField, optionsOf } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import type { FilePreview, TableReading } from './import.logic.ts'

const ENCODINGS: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Mac)',
  'iso-8859-1': 'Western European (ISO 8859-1)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
}
const DELIMITERS: Record<string, string> = { ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab', '|': 'Bar |' }
/** Rows above a table; the API takes no more. */
const MOST_ABOVE = 100

/** The listed choices, and the one the server named if it is not among them. */
const choice = (name: string, label: string, labels: Record<string, string>, current: string): FormField => ({
  name,
  label,
  kind: 'choice',
  options: optionsOf(current in labels ? labels : { [current]: current, ...labels }),
})

function fieldsOf({ format, encoding, delimiter, sheet, sheets, blanks }: FilePreview): FormField[] {
  const isTable = format === 'csv' || format === 'xlsx'
  const above = Array.from({ length: MOST_ABOVE + 1 }, (_, skip) => String(skip))
  return [
    ...(format === 'csv' ? [choice('encoding', 'Encoding', ENCODINGS, encoding.toLowerCase())] : []),
    ...(delimiter === null ? [] : [choice('delimiter', 'Delimiter', DELIMITERS, delimiter)]),
    ...(sheet === null
      ? []
      : [
          {
            name: 'sheet',
            label: 'Sheet',
            kind: 'choice',
            options: sheets.map(({ name, hidden }) => ({ value: name, label: hidden ? `${name} (hidden)` : name })),
          },
        ]),
    ...(isTable
      ? [
          {
            name: 'skip_rows',
            label: 'Rows above the table',
            kind: 'choice',
            options: above.map((value) => ({ value, label: value === '0' ? 'none' : value })),
          },
          { name: 'header', label: 'First row is a header', kind: 'boolean' },
        ]
      : []),
    {
      name: 'blank_words',
      label: 'Read n/a, -, none and null as blank',
      kind: 'boolean',
      ...(blanks.count > 0 && { hint: blankWords(blanks) }),
    },
    { name: 'trim', label: 'Trim spaces', kind: 'boolean', hint: 'At the beginning and the end of each text.' },
  ]
}

const blankWords = ({ count, examples }: FilePreview['blanks']) =>
  `${counted(count, 'cell')} such as ${examples.map((one) => `“${one}”`).join(', ')} read as blank.`

interface Props {
  preview: FilePreview
  onCorrect: (reading: TableReading) => void
}

export function ReadingSettings({ preview, onCorrect }: Props) {
  const { encoding, delimiter, header, skip_rows, sheet, blank_words, trim, blanks, format } = preview
  const { values, set } = useForm({
    encoding: encoding.toLowerCase(),
    delimiter: delimiter ?? '',
    sheet: sheet ?? '',
    skip_rows: String(skip_rows),
    header,
    blank_words,
    trim,
  })
  const said = [
    format === 'csv' ? (ENCODINGS[values.encoding] ?? encoding) : format.toUpperCase(),
    ...(delimiter === null
      ? []
      : [`${(DELIMITERS[delimiter] ?? delimiter).split(' ')[0]?.toLowerCase()} as delimiter`]),
    ...(sheet === null ? [] : [`sheet “${sheet}”`]),
    ...(format === 'csv' || format === 'xlsx' ? [header ? 'first row is a header' : 'no header'] : []),
    ...(blanks.count > 0 ? [blankWords(blanks).replace(/\.$/, '')] : []),
    ...(trim ? ['spaces trimmed'] : []),
  ]
  return (
    // Where no row was found it is most often read wrongly: in another sheet, or as another delimiter.
    <Disclosure title="How the file is read" about={said.join(' · ')} open={preview.total_rows === 0}>
      <SchemaForm
        columns={2}
        fields={fieldsOf(preview)}
        values={values}
        onChange={(next) => {
          const changed = Object.entries(next).filter(([name, value]) => value !== values[name as keyof typeof values])
          const reading = Object.fromEntries(
            changed.map(([name, value]) => [name, name === 'skip_rows' ? Number(value) : value]),
          )
          // Shown at once: the file is read with it meanwhile.
          set(Object.fromEntries(changed))
          onCorrect(reading as TableReading)
        }}
      />
    </Disclosure>
  )
}
