// Which columns of a workbook are refreshed by themselves: from which age on, when, how many rows and for how much.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Column, Schemas, Workbook } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Input } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { ageOf, type RefreshDraft, readRefresh, refreshProblem, writeRefresh } from '../../refresh/refresh.logic.ts'
import { RefreshHow, RefreshState } from '../../refresh/refresh-how.tsx'

type Policy = Schemas['WorkbookRefreshPolicy']

interface Props {
  workbook: Pick<Workbook, 'id'>
  /** Columns that make calls. */
  runnable: Column[]
  editable: boolean
  onClose: () => void
}

const at = (workbook_id: string) => ({ path: { workbook_id } })
const readPolicy = (id: string) => take(api.GET('/api/workbooks/{workbook_id}/refresh-policy', { params: at(id) }))
const policyKey = (id: string) => [...keys.workbook(id), 'refresh'] as const

export function RefreshDialog({ workbook, runnable, editable, onClose }: Props) {
  const { id } = workbook
  const policy = useQuery({ queryKey: policyKey(id), queryFn: () => readPolicy(id), gcTime: 0 })
  if (policy.data)
    return <Form workbookId={id} saved={policy.data} runnable={runnable} editable={editable} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Refresh old values">
      {policy.isError ? (
        <ErrorState title="The policy could not be loaded" error={policy.error} retry={() => void policy.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  )
}

type FormProps = Omit<Props, 'workbook'> & { workbookId: string; saved: Policy }

function Form({ workbookId, saved, runnable, editable, onClose }: FormProps) {
  const {
    values: draft,
    set,
    busy,
    submit,
    allWords: words,
  } = useForm<RefreshDraft>(
    readRefresh(
      saved,
      saved.columns.map(({ column_id, max_age_days }) => [column_id, max_age_days]),
      saved.max_rows,
    ),
  )
  const form = useId()
  const problem = refreshProblem(draft, 'Choose at least one column.')
  async function save() {
    const { ages, most, ...how } = writeRefresh(draft)
    const body = {
      ...how,
      max_rows: most,
      columns: ages.map(([column_id, max_age_days]) => ({ column_id, max_age_days })),
    }
    const done = await submit(async () => {
      const params = at(workbookId)
      const policy = await take(api.PUT('/api/workbooks/{workbook_id}/refresh-policy', { params, body }))
      queries.setQueryData(policyKey(workbookId), policy)
    })
    if (!done) return
    toast(draft.enabled ? 'Saved. Old values are refreshed by schedule.' : 'Saved. Automatic refresh is off.')
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Refresh old values"
      about="Rows of leads in conversation first, then the oldest values, as many as the budget allows. Each refresh is a run with its history."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {editable && (
            <Button type="submit" form={form} look="primary" busy={busy} disabled={problem !== null}>
              Save
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <fieldset disabled={!editable} className="flex min-w-0 flex-col gap-5">
          <Checkbox
            label="Refresh this workbook by schedule"
            checked={draft.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium text-ink-2 text-sm">Columns, and from which age on</legend>
            {runnable.length === 0 && <p className="text-ink-3 text-sm">No column of this workbook makes calls.</p>}
            {runnable.map((column) => (
              <ColumnAge key={column.id} column={column} draft={draft} onChange={set} />
            ))}
          </fieldset>
          <RefreshHow draft={draft} what="Rows" onChange={set} />
        </fieldset>
        <RefreshState policy={saved} />
        <FormError>{words ?? (draft.enabled ? problem : null)}</FormError>
      </form>
    </Dialog>
  )
}

function ColumnAge({
  column,
  draft,
  onChange,
}: {
  column: Column
  draft: RefreshDraft
  onChange: (change: Partial<RefreshDraft>) => void
}) {
  const age = ageOf(draft, column.id)
  const without = draft.ages.filter(([id]) => id !== column.id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-2">
      <Checkbox
        label={column.name}
        checked={age !== null}
        onChange={(on) => onChange({ ages: on ? [...draft.ages, [column.id, '90']] : without })}
      />
      {age !== null && (
        <span className="flex items-center gap-2">
          <Input
            aria-label={`${column.name}: older than so many days`}
            inputMode="decimal"
            value={age}
            onChange={(event) =>
              onChange({
                ages: draft.ages.map((one) => (one[0] === column.id ? [column.id, event.target.value] : one)),
              })
            }
          />
          <span className="text-ink-3 text-sm">days</span>
        </span>
      )}
    </div>
  )
}
