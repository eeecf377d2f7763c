// Rows that may be the same however they are written: looked for, merged one by one or all that are likely enough, or marked as different.
import { useQuery } from '@tanstack/react-query'
import { GitMerge, ScanSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keys, queries } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { count, counted } from '../../../ui/format.ts'
import { Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { tellUndoable } from '../../history/use-undo.ts'
import {
  acceptRowPairs,
  countRowPairs,
  decideRowPair,
  type RowPairs,
  readRowPairs,
  reopenRowPair,
  scanRows,
} from './alike.api.ts'
import { AlikePair } from './alike-pair.tsx'

interface Props {
  workbookId: string
  /** False for users who may only read. */
  editable: boolean
  onClose: () => void
  /** Rows are gone. */
  onSettled: () => void
  /** Goes to duplicates by equal values of chosen columns. */
  onByValues: () => void
}

const STEP = 20
const MOST_SHOWN = 500
const LOOKING_MS = 1_000
const LIKELY = [0.99, 0.95, 0.9, 0.8]

export function AlikeDialog({ workbookId, editable, onClose, onSettled, onByValues }: Props) {
  const [shown, setShown] = useState(STEP)
  const { busy, submit, words } = useSubmit()
  const key = [...keys.workbook(workbookId), 'alike rows']
  const pairs = useQuery({
    queryKey: [...key, shown],
    queryFn: ({ signal }) => readRowPairs(workbookId, shown, signal),
    staleTime: 0,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (isLooking(state.data) ? LOOKING_MS : false),
  })
  const { items = [], total = 0, scan, columns = [] } = pairs.data ?? {}
  const looking = isLooking(pairs.data)
  const fresh = () => queries.invalidateQueries({ queryKey: key })

  const look = () => submit(() => scanRows(workbookId)).then(fresh)

  async function decide(pairId: number, decision: 'merge' | 'reject') {
    await submit(async () => {
      const { change_id } = await decideRowPair(workbookId, pairId, decision)
      if (decision === 'merge') {
        tellUndoable('Merged 1 duplicate row.', [change_id])
        onSettled()
      } else
        toast('Marked as not duplicates', {
          action: { label: 'Undo', run: () => void reopenRowPair(workbookId, pairId).then(fresh) },
        })
    })
    await fresh()
  }

  return (
    <Dialog
      open
      size="lg"
      title="Duplicate rows"
      about="Rows that may be the same, however they are written. Nothing is merged automatically."
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button look="quiet" className="mr-auto" onClick={onByValues}>
            By equal values
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {pairs.isPending && <Skeleton className="h-40 w-full" />}
      {pairs.isError && (
        <ErrorState
          title="Duplicates could not be read"
          meaning="Nothing was changed."
          error={pairs.error}
          retry={() => void pairs.refetch()}
        />
      )}
      {pairs.data && (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <p aria-live="polite" className="min-w-0 flex-1 text-ink-2">
              <State pairs={pairs.data} />
            </p>
            {editable && columns.length > 0 && (
              <Button
                size="sm"
                look={scan ? 'plain' : 'primary'}
                icon={ScanSearch}
                busy={looking}
                disabled={busy || looking}
                onClick={() => void look()}
              >
                {scan ? 'Look again' : 'Look for duplicates'}
              </Button>
            )}
          </div>
          {editable && total > 0 && !looking && (
            <MergeLikely
              {...{ workbookId, total }}
              onMerged={() => {
                onSettled()
                void fresh()
              }}
            />
          )}
          <FormError>{words && `Nothing was changed. ${words}`}</FormError>
          {items.length > 0 && (
            <ul className="flex flex-col gap-3">
              {items.map((pair) => (
                <AlikePair
                  key={pair.id}
                  {...{ pair, columns, editable, busy }}
                  onDecide={(decision) => void decide(pair.id, decision)}
                />
              ))}
            </ul>
          )}
          {total > items.length && items.length < MOST_SHOWN && (
            <Button
              size="sm"
              look="quiet"
              className="self-start"
              busy={pairs.isPlaceholderData}
              onClick={() => setShown(Math.min(MOST_SHOWN, shown + STEP))}
            >
              Show more
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}

const isLooking = (pairs: RowPairs | undefined) =>
  pairs?.scan?.status === 'pending' || pairs?.scan?.status === 'running'

function State({ pairs: { scan, total, columns } }: { pairs: RowPairs }) {
  const names = columns.map(({ name }) => name).join(', ')
  if (columns.length === 0)
    return 'No column says what it holds. Name columns for it, such as Company, Email, First name or City.'
  if (scan === null) return <span dir="auto">{`Rows are compared by ${names}.`}</span>
  if (scan.status === 'pending' || scan.status === 'running') return scan.message ?? 'Looking for duplicates…'
  if (scan.status !== 'done' && scan.rows === null) return scan.message ?? 'The rows were not compared to the end.'
  return (
    <>
      {total === 0 ? 'No two rows seem to be the same' : `${counted(total, 'pair')} may be the same`}
      {`, of ${counted(scan.rows ?? 0, 'row')} compared by `}
      <span dir="auto">{names}</span>
      {', '}
      <TimeAgo at={scan.at} />.{scan.complete === false && ' The workbook has more rows than are compared.'}
    </>
  )
}

/** All that are likely enough at once, after saying how many rows that takes. */
function MergeLikely({ workbookId, total, onMerged }: { workbookId: string; total: number; onMerged: () => void }) {
  const [probability, setProbability] = useState(0.99)
  const [asking, setAsking] = useState(false)
  const counting = useQuery({
    queryKey: [...keys.workbook(workbookId), 'alike rows', 'above', probability],
    queryFn: () => countRowPairs(workbookId, probability),
    staleTime: 0,
  })
  const { refetch } = counting
  // A decision changes how many are left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of pairs is what it follows
  useEffect(() => void refetch(), [total, refetch])
  const rows = counting.data?.rows

  async function merge() {
    if (rows === undefined) return
    const { merged, left, change_id } = await acceptRowPairs(workbookId, probability, rows)
    const rest = left > 0 ? ` ${count(left)} are left: do it once more.` : ''
    tellUndoable(`Merged ${counted(merged, 'duplicate row')}.${rest}`, [change_id])
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Merge rows that are the same with a probability of"
        value={String(probability)}
        className="w-40"
        onChange={(event) => setProbability(Number(event.target.value))}
      >
        {LIKELY.map((step) => (
          <option key={step} value={step}>{`${Math.round(step * 100)}% and more`}</option>
        ))}
      </Select>
      <Button size="sm" icon={GitMerge} disabled={!rows} onClick={() => setAsking(true)}>
        {rows === undefined ? 'Merge' : `Merge ${counted(rows, 'row')}`}
      </Button>
      <span className="text-ink-3 text-sm">Each group goes into its first row, in one step that undo takes back.</span>
      {asking && rows !== undefined && (
        <ConfirmDialog
          title={`Merge ${counted(rows, 'row')}?`}
          action={`Merge ${counted(rows, 'row')}`}
          run={merge}
          onClose={(isDone) => {
            setAsking(false)
            if (isDone) onMerged()
          }}
        >
          {`Rows that are the same with a probability of ${Math.round(probability * 100)}% and more go into the first row of their group, which takes what it lacks from them. They are not shown one by one before. Undo takes the step back.`}
        </ConfirmDialog>
      )}
    </div>
  )
}
