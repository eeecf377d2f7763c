// A workbook as what files are imported into: the file is stored once, read again with corrections, planned, and committed as planned.
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

/** Of this tab: a call of a page that goes away may be lost. */
const UNFINISHED = 'millrace.unfinished-import'

/** The workbook of an import that this tab was left in the middle of; told once. */
export function takeUnfinished(): string | null {
  const id = sessionStorage.getItem(UNFINISHED)
  sessionStorage.removeItem(UNFINISHED)
  return id
}

const AT_WORK = new Set(['planning', 'committing'])
const LOOK_EVERY_MS = 400

type ImportedWorkbook = Pick<Workbook, 'name'> & Partial<Pick<Workbook, 'id' | 'columns_config' | 'total_rows'>>

/** Makes the workbook that a file is for, and deletes it with an import that is given up. */
interface NewWorkbook {
  make: () => Promise<string>
  remove: (id: string, how?: { keepalive?: boolean }) => Promise<void>
}

export interface WorkbookDestination extends ImportDestination {
  /** Of a new workbook from its first file on. */
  workbookId(): string
}

export function workbookDestination(workbook: ImportedWorkbook, made?: NewWorkbook): WorkbookDestination {
  let id = workbook.id ?? ''
  const columns = workbook.columns_config ?? []
  const isEmpty = !workbook.total_rows
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
  /** A workbook that was made goes with the file. */
  function drop(how: { keepalive?: boolean } = {}) {
    if (made && id && !isBegun) void made.remove(id, how).catch(() => undefined)
    else if (stored && !isBegun) void cancelImport(id, stored.id, how).catch(() => undefined)
    if (made && !isBegun) id = ''
    if (made && !how.keepalive) sessionStorage.removeItem(UNFINISHED)
    stored = null
  }

  return {
    name: workbook.name,
    isNew: made !== undefined,
    workbookId: () => id,
    many: 'rows',
    columns: columns.filter(({ type }) => type === 'input'),
    words: { fresh: 'New column', into: 'Into a column of the workbook' },
    isTyped: true,
    proposed: ({ identity }) => {
      // A workbook with rows is most often imported into to bring these up to date.
      if (!identity || isEmpty) return {}
      const { index, ...rest } = identity
      return { key: String(index), ...rest }
    },
    fields: matchingFields,
    checks: () => false,
    async read(file, reading, _, { signal, onSent }) {
      if (stored?.file === file) return readAgain(id, stored.id, reading)
      drop()
      if (made && !id) {
        id = await made.make()
        sessionStorage.setItem(UNFINISHED, id)
      }
      const seen = await storeFile(id, file, reading, { signal, ...(onSent && { onProgress: onSent }) })
      stored = { id: seen.import_id, file }
      return seen
    },
    ...(!isEmpty && { plan }),
    async commit(asked, watch) {
      if (!asked.planned) await plan(asked, watch)
      isBegun = true
      sessionStorage.removeItem(UNFINISHED)
      try {
        const done = await follow(await startCommit(id, importId()), { ...watch, signal: new AbortController().signal })
        return outcomeOf(id, asked.file.name, done)
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
      if (made) await made.remove(id)
      else undoable([change]).action?.run()
      return true
    },
  }
}

function outcomeOf(
  workbookId: string,
  fileName: string,
  { state, result, error }: Schemas['ImportRecord'],
): ImportOutcome {
  if (!result) throw new Error(error ?? 'The import ended without a result.')
  const { created, updated, unchanged, skipped, rejected } = result
  const isStopped = state === 'cancelled'
  const words = `${counted(created + updated, 'row')} ${updated > 0 ? 'added or updated' : 'added'} from ${fileName}`
  return {
    import_id: result.import_id,
    words: isStopped ? `${words} before it was stopped. They stay; the rest was not imported.` : words,
    counts: Object.entries({ added: created, updated, unchanged, skipped, rejected }).map(([word, number]) => ({
      word,
      number,
    })),
    rejected,
    rejected_rows: result.rejected_rows,
    download: result.rejected_url ? () => fetchRejected(workbookId, result.import_id) : null,
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
