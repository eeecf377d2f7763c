// How the file was read, with a way to correct each guess.
import { Field, Select, Switch } from '../../ui/forms/field.tsx'
import type { FilePreview, TableReading } from './import.logic.ts'

const encodings: [string, string][] = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16 (little endian)'],
  ['utf-16be', 'UTF-16 (big endian)'],
  ['windows-1252', 'Western European (Windows-1252)'],
  ['macintosh', 'Western European (Mac)'],
  ['iso-8859-1', 'Western European (ISO 8859-1)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['iso-8859-2', 'Central European (ISO 8859-2)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['windows-1253', 'Greek (Windows-1253)'],
  ['windows-1254', 'Turkish (Windows-1254)'],
  ['windows-1255', 'Hebrew (Windows-1255)'],
  ['windows-1256', 'Arabic (Windows-1256)'],
  ['shift_jis', 'Japanese (Shift JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['gb18030', 'Chinese (GB 18030)'],
  ['big5', 'Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
]

const delimiters: [string, string][] = [
  [',', 'Comma ,'],
  [';', 'Semicolon ;'],
  ['\t', 'Tab'],
  ['|', 'Bar |'],
]

/** Rows above a table; the API takes no more. */
const MOST_ABOVE = 100

/** The listed choices, and the one the server named if it is not among them. */
function withCurrent(choices: [string, string][], current: string): [string, string][] {
  return choices.some(([value]) => value === current) ? choices : [[current, current], ...choices]
}

interface Props {
  preview: FilePreview
  onChange: (reading: TableReading) => void
}

export function ReadingBar({ preview, onChange }: Props) {
  const { format, delimiter, header, skip_rows, sheet, sheets } = preview
  const encoding = preview.encoding.toLowerCase()
  if (format === 'json' || format === 'jsonl') return null
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_10rem_9rem_auto] sm:items-end">
      {format === 'csv' && (
        <Field label="Encoding">
          <Select value={encoding} onChange={(event) => onChange({ encoding: event.target.value })}>
            {withCurrent(encodings, encoding).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {delimiter !== null && (
        <Field label="Delimiter">
          <Select value={delimiter} onChange={(event) => onChange({ delimiter: event.target.value })}>
            {withCurrent(delimiters, delimiter).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {sheet !== null && (
        <Field label="Sheet" className="sm:col-span-2">
          <Select value={sheet} onChange={(event) => onChange({ sheet: event.target.value })}>
            {sheets.map(({ name, hidden }) => (
              <option key={name} value={name}>
                {hidden ? `${name} (hidden)` : name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Rows above the table">
        <Select value={skip_rows} onChange={(event) => onChange({ skip_rows: Number(event.target.value) })}>
          {Array.from({ length: MOST_ABOVE + 1 }, (_, skip) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the choice
            <option key={skip} value={skip}>
              {skip === 0 ? 'none' : skip}
            </option>
          ))}
        </Select>
      </Field>
      <Switch
        className="sm:h-8 sm:items-center"
        label="First row is a header"
        checked={header}
        onChange={(on) => onChange({ header: on })}
      />
    </div>
  )
}
