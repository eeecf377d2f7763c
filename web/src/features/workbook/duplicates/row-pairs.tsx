// Pairs of rows of a workbook, as they are reviewed.
import { currentWorkspace } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { isBlank, rawText } from '../../../grid/marks/display.logic.ts'
import { counted } from '../../../ui/format.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { revert } from '../../history/history.api.ts'
import { type ReviewPair, shownFields } from '../../pairs/pair.logic.ts'
import type { PairSubject } from '../../pairs/pair-subject.ts'
import {
  countLikelyRows,
  decideRowPair,
  mergeLikelyRows,
  readRowPairs,
  reopenRowPair,
  scanRows,
} from './row-pairs.api.ts'

type RowPairs = Schemas['RowPairList']
type RowPair = Schemas['RowPair']
type RowSide = RowPair['first']

const PAGE = 50
const DECIDED_PAGE = 10

export function reviewedRows(pair: RowPair, columns: RowPairs['columns']): ReviewPair {
  const { id, probability, why, first, second, fields, reopened_by } = pair
  const names = new Map(columns.map((column) => [column.id, column.name]))
  return {
    ...{ id, probability, choice: 'record' },
    why: reopened_by ? `${why} Marked as different before; now they share ${reopened_by.join(' and ')}.` : why,
    sides: [sideOf(first, columns), sideOf(second, columns)],
    fields: shownFields({
      compared: fields,
      keyOf: ({ field }) => field,
      labelOf: (column) => names.get(column) ?? column,
      left: first.values,
      right: second.values,
      others: columns.map((column) => column.id),
      choices: [],
    }),
  }
}

function sideOf({ row_id, values }: RowSide, columns: RowPairs['columns']) {
  const named = columns.find(({ id }) => !isBlank(values[id]))
  return { id: row_id, name: named ? rawText(values[named.id]) : 'Row', note: null }
}

const isLooking = ({ scan }: RowPairs) => scan?.status === 'pending' || scan?.status === 'running'

/** `rows`: only pairs of these, by their ids with commas between them. */
export function rowPairs(workbookId: string, rows?: string): PairSubject {
  const only = rows === undefined ? {} : { row_ids: rows }
  const changed = () => queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
  /** Undoes a change of the workbook; the pairs are pending again then. */
  const takeBack = (change_id: string | null) => () =>
    change_id === null ? Promise.resolve() : revert(workbookId, 'undo', change_id).then(changed)
  return {
    key: [currentWorkspace(), 'row pairs', workbookId, ...(rows === undefined ? [] : [rows])],
    aboutLikely:
      'Each group of rows goes into its first row, which takes what it lacks from the others, in one step that undo takes ' +
      'back. Rows that were marked as different stay apart.',
    aboutEmpty:
      rows === undefined
        ? 'Rows that may be the same appear here, however they are written. None is merged automatically.'
        : 'No pair of these rows waits for a decision. “Find duplicates” compares all rows of the workbook again.',
    async read(cursor, signal) {
      const page = await readRowPairs(workbookId, { status: 'pending', ...only, limit: PAGE, cursor }, signal)
      const { items, total, next_cursor, columns } = page
      return {
        ...{ total, next_cursor, isLooking: isLooking(page), canLook: columns.length > 0 },
        items: items.map((pair) => reviewedRows(pair, columns)),
        state: <State pairs={page} />,
      }
    },
    decided: [
      {
        title: 'Not duplicates',
        async read(cursor) {
          const { items, columns, ...page } = await readRowPairs(workbookId, {
            status: 'rejected',
            ...only,
            limit: DECIDED_PAGE,
            cursor,
          })
          return {
            ...page,
            items: items.map(({ id, first, second, decided_by }) => ({
              id,
              names: [sideOf(first, columns).name, sideOf(second, columns).name],
              by: decided_by,
              takeBack: () => reopenRowPair(workbookId, id),
            })),
          }
        },
      },
    ],
    async decide({ id }, decision, { record }) {
      const { change_id } = await decideRowPair(workbookId, {
        ...{ pair_id: id, decision },
        ...(decision === 'merge' && record !== undefined && { keep_row_id: record }),
      })
      if (decision === 'reject') return () => reopenRowPair(workbookId, id)
      void changed()
      return takeBack(change_id)
    },
    look: () => scanRows(workbookId),
    // It merges by likeness in the whole workbook, which is not what was chosen.
    likely: rows === undefined ? likelyRows() : null,
  }

  function likelyRows(): NonNullable<PairSubject['likely']> {
    return {
      counted: (count) => counted(count, 'row'),
      most: 5000,
      count: (probability) => countLikelyRows(workbookId, probability),
      async merge(probability, count) {
        const { merged, change_id } = await mergeLikelyRows(workbookId, probability, count)
        void changed()
        return { merged, takeBack: takeBack(change_id) }
      },
    }
  }
}

function State({ pairs }: { pairs: RowPairs }) {
  const { scan, total, columns } = pairs
  const names = columns.map(({ name }) => name).join(', ')
  if (columns.length === 0)
    return 'No column says what it holds. Name columns for it, such as Company, Email, First name or City.'
  if (scan === null) return <span dir="auto">{`Rows are compared by ${names}.`}</span>
  if (isLooking(pairs)) return scan.message ?? 'Looking for duplicates…'
  if (scan.status !== 'done' && scan.rows === null) return scan.message ?? 'The rows were not compared to the end.'
  return (
    <>
      {`${counted(total, 'pair')} to review, of ${counted(scan.rows ?? 0, 'row')} compared by `}
      <span dir="auto">{names}</span>
      {', '}
      <TimeAgo at={scan.at} />
      {scan.complete === false && '. The workbook has more rows than are compared'}
    </>
  )
}
