// A workbook that is there as what files are imported into: the file is stored once, read again with corrections, planned, and committed as planned.
import { asProblem } from '../../api/problem.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Schemas, Workbook } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { optionsOf } from '../../ui/forms/form-fields.logic.ts'
import { undoable } from '../history/use-undo.ts'
import type { ImportDestination, ImportOutcome, ImportRequest, ImportWatch, PlannedImport } from './destination.ts'
import { type FilePreview, goesNowhere, importOptions, normaliserFor } from './import.logic.ts'
import {
  cancelImport,
  fetchRejected,
  readAgain,
  readImport,
  startCommit,
  startPlan,
  storeFile,
} from './import.queries.ts'
import { normalisers } from './normalisers.ts'

const AT_WORK = new Set(['planning', 'committing'])
const LOOK_EVERY_MS = 400

type ImportedWorkbook = Pick<Workbook, 'id' | 'name' | 'columns_config' | 'total_rows'>

export function workbookDestination({ id, name, columns_config, total_rows }: ImportedWorkbook): ImportDestination {
  const isEmpty = total_rows === 0
  let stored: { id: string; file: File } | null = null
  /** What is written is kept, whatever is closed. */
  let isBegun = false

  const importId = () => stored?.id ?? ''
  async function follow(record: Schemas['ImportRecord'], { signal, onRows }: ImportWatch) {
    let now = record
    while (AT_WORK.has(now.state)) {
      onRows?.(now.done, now.total)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      signal.throwIfAborted()
      // The next look may come through.
      now = await readImport(id, now.id).catch((error) => {
        if (asProblem(error).status === 404) throw error
        return now
      })
    }
    if (now.error) throw new Error(now.error)
    return now
  }
  async function plan(asked: ImportRequest, watch: ImportWatch): Promise<PlannedImport> {
    const begun = await startPlan(id, importId(), importOptions(asked))
    return (await follow(begun, watch)) as PlannedImport
  }
  function drop(how: { keepalive?: boolean } = {}) {
    if (stored && !isBegun) void cancelImport(id, stored.id, how).catch(() => undefined)
    stored = null
  }

  return {
    ...INTO_WORKBOOK,
    name,
    isNew: false,
    columns: columns_config.filter(({ type }) => type === 'input'),
    proposed: ({ identity }) => {
      // A workbook with rows is most often imported into to bring these up to date.
      if (!identity || isEmpty) return {}
      const { index, ...rest } = identity
      return { key: String(index), ...rest }
    },
    async read(file, reading, _, { signal, onSent }) {
      if (stored?.file === file) return readAgain(id, stored.id, reading)
      drop()
      const seen = await storeFile(id, file, reading, { signal, ...(onSent && { onProgress: onSent }) })
      stored = { id: seen.import_id, file }
      return seen
    },
    ...(!isEmpty && { plan }),
    async commit(asked, watch) {
      if (!asked.planned) await plan(asked, watch)
      isBegun = true
      try {
        const done = await follow(await startCommit(id, importId()), { ...watch, signal: new AbortController().signal })
        return outcomeOfRecord(id, asked.file.name, done)
      } catch (error) {
        isBegun = false
        const { import: anew } = (asProblem(error).body ?? {}) as { import?: Schemas['ImportRecord'] }
        if (!anew) throw error
        return (await follow(anew, watch)) as PlannedImport
      } finally {
        void queries.invalidateQueries({ queryKey: keys.workbooks() })
        void queries.invalidateQueries({ queryKey: keys.workbook(id) })
      }
    },
    stop: async () => void (await cancelImport(id, importId())),
    drop,
    async undo(change) {
      undoable([change]).action?.run()
      return true
    },
  }
}

function outcomeOfRecord(
  workbookId: string,
  fileName: string,
  { state, result, error }: Schemas['ImportRecord'],
): ImportOutcome {
  if (!result) throw new Error(error ?? 'The import ended without a result.')
  return outcomeOf(workbookId, fileName, result, state === 'cancelled')
}

export function outcomeOf(
  workbookId: string,
  fileName: string,
  result: Schemas['ImportResult'],
  isStopped = false,
): ImportOutcome {
  const { import_id, created, updated, unchanged, skipped, rejected, rejected_rows, rejected_url } = result
  const words = `${counted(created + updated, 'row')} ${updated > 0 ? 'added or updated' : 'added'} from ${fileName}`
  return {
    import_id,
    words: isStopped ? `${words} before it was stopped. They stay; the rest was not imported.` : words,
    counts: Object.entries({ added: created, updated, unchanged, skipped, rejected }).map(([word, number]) => ({
      word,
      number,
    })),
    rejected,
    rejected_rows,
    download: rejected_url ? () => fetchRejected(workbookId, import_id) : null,
    notes: [],
    isStopped,
    isChanged: created + updated > 0,
  }
}

/** Whether a row of the file is a row that is here already, and what to do then. */
const matchingFields: ImportDestination['fields'] = ({ columns }, choice, targets) => {
  const kept = columns.filter((column) => !goesNowhere(column, targets))
  const named = (index: number) => columns.find((one) => one.index === index)?.name ?? ''
  const also = choice.also?.map(({ index }) => named(index)) ?? []
  const option = ({ index, name }: FilePreview['columns'][number]) => ({ value: String(index), label: name })
  const key: FormField = {
    name: 'key',
    kind: 'choice',
    label: 'Match existing rows by',
    blank: 'Nothing: add every row',
    options: kept.map(option),
    hint:
      choice.key === ''
        ? 'Every row of the file is added.'
        : also.length > 0
          ? `Together with ${also.join(' and ')}, as in the duplicate key of this workbook.`
          : 'Also within the file.',
  }
  if (choice.key === '') return [key]
  const field = (name: string, label: string, labels: Record<string, string>): FormField => ({
    name,
    kind: 'choice',
    label,
    options: optionsOf(labels),
  })
  return [
    key,
    field('normaliser', 'Compare', Object.fromEntries(normalisers)),
    field('existing', 'When the row exists', {
      overwrite: 'Overwrite its values; blanks change nothing',
      fill_blanks: 'Fill its blanks only',
      newer: 'Overwrite it when the row of the file is newer',
      skip: 'Leave it as it is',
    }),
    ...(choice.existing === 'newer'
      ? [
          {
            name: 'newer_by',
            kind: 'choice',
            label: 'Newer by the date in',
            blank: 'Choose a date',
            options: kept.filter(({ guessed_type }) => guessed_type.startsWith('date')).map(option),
          },
        ]
      : []),
    field('new_rows', 'When it does not', { create: 'Add it', skip: 'Leave it out' }),
    field('duplicates', 'When the same key comes twice in the file', {
      merge: 'Put their values together',
      first: 'Take the first',
      last: 'Take the last',
    }),
  ]
}

/** What importing into a workbook is like, one that is there or one that is made. */
export const INTO_WORKBOOK = {
  many: 'rows',
  words: { fresh: 'New column', into: 'Into a column of the workbook' },
  isTyped: true,
  fields: matchingFields,
  checks: () => false,
} as const satisfies Partial<ImportDestination>

/** Another key is compared by what is in it. */
export function keyChange(preview: FilePreview, key: string) {
  const column = preview.columns.find(({ index }) => String(index) === key)
  return {
    key,
    also: undefined,
    ignore_plus_tags: undefined,
    ...(column && { normaliser: normaliserFor(column.guessed_type, column.name) }),
  }
}
