// The lead store as what files are imported into: the file is read with each choice, and a job takes it in.
import type { Column, Schemas } from '../../api/shapes.ts'
import { count, counted } from '../../ui/format.ts'
import type { ImportDestination, ImportOutcome } from '../import/destination.ts'
import { readingOf } from '../import/import.logic.ts'
import { followImport, importLeads, type LeadImportResult, previewLeads } from './leads.api.ts'
import { type LeadField, mappingOf } from './leads.logic.ts'
import { takeBack } from './take-back.ts'

/** A larger file is not checked again after every choice: each check sends it whole. */
const SMALL = 20 * 1024 * 1024

const WAYS = [
  {
    value: 'overwrite',
    label: 'Take over the values of the file',
    about: 'They take the place of what is in the store; lists grow.',
  },
  { value: 'fill_blanks', label: 'Only fill in what is missing', about: 'What is in the store stays as it is.' },
  { value: 'skip', label: 'Leave known leads alone', about: 'Only new ones are added.' },
]

export function leadDestination(fields: readonly LeadField[]): ImportDestination {
  let last: Schemas['LeadsPreview'] | null = null
  return {
    name: 'the lead store',
    isNew: false,
    many: 'leads',
    columns: fields
      .filter(({ name }) => name !== 'custom')
      .map(({ name, label, type }) => ({ id: name, name: label, type: 'input', input_type: type }) as Column),
    shared: new Set(fields.filter(({ joins }) => joins).map(({ name }) => name)),
    words: { fresh: 'Keep as a value of your own', into: 'Into a field of the lead' },
    isTyped: false,
    proposed: () => ({}),
    fields: () => [{ name: 'existing', kind: 'ways', label: 'Leads that are known already', options: WAYS }],
    checks: ({ size }) => size <= SMALL,
    async read(file, reading, targets, { signal }) {
      last = await previewLeads(
        file,
        { ...reading, ...(last && targets && { mapping: mappingOf(last.columns, targets) }) },
        signal,
      )
      return last
    },
    async commit({ file, preview, targets, choice: { existing, identical_rows } }, { signal, onSent, onRows }) {
      const options = {
        ...readingOf(preview),
        mapping: mappingOf(preview.columns, targets),
        existing: existing === 'newer' ? 'overwrite' : existing,
        identical_rows,
        wait_seconds: 1,
      } as const
      const begun = await importLeads(file, options, onSent ?? (() => undefined), signal)
      const rows = (done: number) => onRows?.(done, preview.total_rows)
      rows(0)
      return outcomeOf(await followImport(begun, rows, signal))
    },
    drop: () => undefined,
    undo: (importId) => takeBack(importId, () => undefined),
  }

  function outcomeOf(result: LeadImportResult): ImportOutcome {
    const { import_id, status, created, updated, unchanged, suppressed, rejected, rejected_rows, columns } = result
    const names = (field: string | null) => columns.filter((one) => one.field === field).map(({ name }) => name)
    const listed = (words: string, list: string[]) => (list.length > 0 ? [`${words}: ${list.join(', ')}.`] : [])
    const erased = `${counted(suppressed, 'row')} of leads that were erased on request: not stored.`
    const isStopped = status === 'cancelled'
    const words = `${counted(created, 'lead')} added, ${count(updated)} changed, ${count(unchanged)} as they were.`
    return {
      import_id,
      words: isStopped ? `Cancelled. ${words}` : words,
      counts: Object.entries({ added: created, changed: updated, 'as they were': unchanged, rejected }).map(
        ([word, number]) => ({ word, number }),
      ),
      rejected,
      rejected_rows,
      download: null,
      notes: [
        ...(suppressed > 0 ? [erased] : []),
        ...listed('Kept as values of your own', names('custom')),
        ...listed('Skipped', names(null)),
      ],
      isStopped,
      isChanged: created + updated > 0,
    }
  }
}
