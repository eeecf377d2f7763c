// Before a run: what will run and what it costs in one sentence, why the other rows will not, and a small run first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { describeProblem } from '../../../api/problem.ts'
import type { Column, Schemas } from '../../../api/shapes.ts'
import { useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { counted, money } from '../../../ui/format.ts'
import { Checkbox, Field, Input, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { providerName } from '../../columns/provider-name.ts'
import { estimateSentence, unitOf } from '../../columns/run.logic.ts'
import { listRunRows } from '../../columns/workbook.api.ts'
import { estimateQuery, providersQuery } from '../../columns/workbook.queries.ts'
import type { Filter, RunMode, RunQuestion, RunRequestParts, ShownRows } from '../../columns/workbook.shapes.ts'
import { readAmount } from '../../money/budget.logic.ts'
import { BudgetsLeft } from '../../money/budgets-left.tsx'
import { Funnel } from './funnel.tsx'

interface Props {
  workbookId: string
  /** Columns that can run. */
  columns: Column[]
  /** What was chosen when the dialog was opened. */
  scope: RunRequestParts
  /** The rows on the screen when they are not all rows. */
  shown: ShownRows | null
  onClose: () => void
  onStart: (scope: RunRequestParts) => Promise<boolean>
  /** Shows only these rows, instead of the current filter. */
  onRows: (filter: Filter) => void
}

type Planned = Schemas['RunRowsRequest']['planned']

const MODES: { value: RunMode; label: string }[] = [
  { value: 'missing', label: 'Cells without a value for their row' },
  { value: 'failed', label: 'Only cells that failed' },
  { value: 'stale', label: 'Outdated values' },
  { value: 'all', label: 'All cells again' },
]

const BASIS = {
  measured: 'measured in this workspace',
  mixed: 'partly measured in this workspace',
  default: 'from the catalog, not measured yet',
}

export function RunDialog({ workbookId, columns, scope: opened, shown: onScreen, onClose, onStart, onRows }: Props) {
  const shown = onScreen?.isPart ? onScreen : null
  const outdated = columns.reduce((sum, { stats }) => sum + (stats?.stale ?? 0), 0)
  const ages = outdated > 0 || columns.some((column) => column.max_age_days != null)
  const {
    values,
    set,
    busyBy: starting,
    submit,
  } = useForm({
    mode: opened.mode ?? 'missing',
    chosen: opened.column_ids ?? columns.map((column) => column.id),
    cap: '',
    test: opened.test ?? false,
    rows: shown ? 'shown' : 'all',
  })
  const { mode, chosen, cap, test } = values
  const onlyShown = values.rows === 'shown'
  const looking = useSubmit()
  const which = shown && onlyShown && !opened.row_ids ? shown.which : {}
  const scope: RunQuestion = { ...opened, ...which, mode, column_ids: chosen, ...(test && { test }) }
  const asked = useQuery({
    ...estimateQuery(workbookId, scope),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const estimate = chosen.length > 0 ? asked.data : undefined
  // Without a key nothing real can run; whoever wants that anyway unticks it.
  const { slug } = useWorkspace()
  const [isUnready, setUnready] = useState(false)
  const found = asked.isPlaceholderData || test ? undefined : estimate
  const isBlocked = found !== undefined && found.not_ready > 0 && found.to_run + found.cached === 0
  useEffect(() => {
    if (!isBlocked || isUnready) return
    setUnready(true)
    set({ test: true })
  }, [isBlocked, isUnready, set])
  const costs = (estimate?.high_usd ?? 0) > 0 || (estimate?.unknown_prices.length ?? 0) > 0
  const none = !estimate || estimate.to_run + estimate.cached === 0
  const toRun = estimate?.to_run || (estimate?.cached ?? 0)

  const max_usd = costs ? readAmount(cap) : undefined
  const capIsOdd = costs && cap.trim() !== '' && max_usd === undefined

  async function start(what: 'all' | 'ten') {
    const capped = { ...scope, ...(max_usd !== undefined && { max_usd }) }
    await submit(async () => {
      if (await onStart(what === 'ten' ? { ...capped, sample: 10 } : capped)) onClose()
    }, what)
  }

  /** The rows of a count replace the current display. */
  async function openRows(planned: Planned, words: string) {
    await looking.submit(async () => {
      const { items, next_cursor } = await listRunRows(workbookId, { ...scope, planned })
      const ids = items.map((item) => item.row_id)
      if (ids.length === 0) return void toast('These rows have changed meanwhile. The figures are being counted again.')
      onRows({ field: '$row_id', op: 'in', value: ids })
      if (next_cursor) toast(`These are the first ${counted(ids.length, 'row')}: ${words}.`)
    }, planned)
  }

  const ten = toRun > 10 && (
    <Button
      look={costs ? 'primary' : 'plain'}
      busy={starting === 'ten'}
      disabled={none || capIsOdd}
      title="Ten rows from all over the table, to see what comes of it"
      onClick={() => start('ten')}
    >
      Run 10 first
    </Button>
  )
  const all = (
    <Button
      look={costs && ten ? 'plain' : 'primary'}
      busy={starting === 'all'}
      disabled={none || capIsOdd}
      onClick={() => start('all')}
    >
      {none ? 'Run' : `Run ${counted(toRun, estimate ? unitOf(estimate) : 'row')}`}
    </Button>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Run"
      size="md"
      actions={
        <>
          {costs && ten ? all : ten}
          {costs && ten ? ten : all}
        </>
      }
    >
      <p className="font-medium text-lg" role="status" aria-live="polite">
        {chosen.length === 0 ? (
          'Choose at least one column'
        ) : estimate ? (
          estimateSentence(estimate)
        ) : (
          <Skeleton className="h-5 w-80" />
        )}
      </p>
      <div className="mt-3">
        <Checkbox label="Use test data" checked={test} onChange={(on) => set({ test: on })} />
        <p className={`mt-0.5 pl-6 text-sm ${test ? 'text-warn' : 'text-ink-3'}`}>
          {test
            ? 'Nothing is bought or sent. Made-up values fill cells that have no real one, and every such value is marked.'
            : 'Try the columns without keys and without cost: made-up values, each marked as such.'}
        </p>
        {isUnready && (
          <p className="mt-0.5 pl-6 text-ink-2 text-sm">
            No provider of these columns is ready.{' '}
            <Link
              to="/w/$workspace/settings/integrations"
              params={{ workspace: slug }}
              className="rounded-sm text-accent-ink underline underline-offset-2"
            >
              Enter a key
            </Link>{' '}
            for real values.
          </p>
        )}
      </div>
      {asked.isError && (
        <p role="alert" className="mt-1 text-bad">
          {describeProblem(asked.error).what} There is no estimate, so nothing can be started.{' '}
          {describeProblem(asked.error).next}
        </p>
      )}
      <div className="mt-4 grid gap-4 sm:grid-cols-[3fr_2fr]">
        <Field label="Which cells">
          <Select value={mode} onChange={(event) => set({ mode: event.target.value as RunMode })}>
            {MODES.filter((one) => one.value !== 'stale' || ages).map((one) => (
              <option key={one.value} value={one.value}>
                {one.value === 'stale' && outdated > 0 ? `${one.label} (${outdated.toLocaleString()})` : one.label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Rows">
          {shown && !opened.row_ids ? (
            <Select value={values.rows} onChange={(event) => set({ rows: event.target.value })}>
              <option value="shown">{shown.words}</option>
              <option value="all">All rows</option>
            </Select>
          ) : (
            <p className="py-1.5">{opened.row_ids ? counted(opened.row_ids.length, 'selected row') : 'All rows'}</p>
          )}
        </Field>
      </div>
      {columns.length > 1 && (
        <fieldset className="mt-4">
          <legend className="mb-1 font-medium text-ink-2 text-sm">Columns</legend>
          <div className="flex max-h-40 flex-col gap-1.5 overflow-auto">
            {columns.map((column) => (
              <Checkbox
                key={column.id}
                label={column.name}
                checked={chosen.includes(column.id)}
                onChange={(on) =>
                  set({ chosen: on ? [...chosen, column.id] : chosen.filter((id) => id !== column.id) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {estimate && (
        <Funnel
          estimate={estimate}
          looking={looking.busyBy as Planned | null}
          onPick={(planned, words) => void openRows(planned, words)}
        />
      )}
      <FormError>{looking.problem && `The rows could not be found. ${looking.words}`}</FormError>
      {estimate && costs && <Cost estimate={estimate} />}
      {estimate && costs && <BudgetsLeft workbookId={workbookId} columnIds={chosen} expected={estimate.expected_usd} />}
      {costs && (
        <Field
          className="mt-4"
          label="Stop at"
          hint={
            estimate && estimate.unknown_prices.length > 0
              ? 'No call exceeds it. Under a limit, providers with an unknown price do not run. Empty: no limit of its own.'
              : 'No call goes past it; what was found stays. Empty: no limit of its own.'
          }
          error={capIsOdd ? 'An amount such as 5 or 0.25.' : undefined}
        >
          <span className="flex items-center gap-2">
            <span aria-hidden className="text-ink-3">
              $
            </span>
            <Input
              inputMode="decimal"
              value={cap}
              className="max-w-28 tabular-nums"
              onChange={(event) => set({ cap: event.target.value })}
            />
          </span>
        </Field>
      )}
    </Dialog>
  )
}

function Cost({ estimate }: { estimate: Schemas['RunEstimate'] }) {
  const providers = useQuery(providersQuery())
  const names = new Map((providers.data ?? []).map((one) => [one.id, one.label]))
  // Nothing of it has a price: zero would be a promise.
  const isUnknown = estimate.high_usd === 0 && estimate.unknown_prices.length > 0
  return (
    <div className="mt-5 text-sm">
      <h3 className="mb-1 font-medium text-ink-2">Cost</h3>
      <dl className="grid grid-cols-3 gap-2 rounded-md border px-3 py-2 tabular-nums">
        {(
          [
            ['Low', estimate.low_usd],
            ['Expected', estimate.expected_usd],
            ['High', estimate.high_usd],
          ] as const
        ).map(([label, usd]) => (
          <div key={label}>
            <dt className="text-ink-3 text-xs">{label}</dt>
            <dd className="font-medium">{isUnknown ? 'unknown' : money(usd)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-3 text-xs">
        What is expected is {BASIS[estimate.basis]}.{' '}
        {estimate.binding_limit && `The pace is set by ${limitWords(estimate.binding_limit, names)}.`}
      </p>
      {estimate.unknown_prices.length > 0 && (
        <p className="mt-1 text-warn text-xs">
          Price unknown: {estimate.unknown_prices.map((id) => providerName(id, names)).join(', ')}. What that costs is
          not in these figures.
        </p>
      )}
      {estimate.reported_prices.length > 0 && (
        <p className="mt-1 text-ink-3 text-xs">
          {estimate.reported_prices.map((id) => providerName(id, names)).join(', ')}{' '}
          {estimate.reported_prices.length === 1 ? 'reports' : 'report'} the price of a call afterwards. The estimate
          uses the highest price reported in the last 30 days. A higher report can exceed a limit by one call and stops
          the run.
        </p>
      )}
      {estimate.by_provider.length > 1 && !isUnknown && (
        <ul className="mt-2">
          {estimate.by_provider.map((one) => (
            <li key={one.provider} className="flex justify-between gap-3 tabular-nums">
              <span className="truncate">{providerName(one.provider, names)}</span>
              <span className="text-ink-2">{money(one.expected_usd)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** "hunter-email-finder: 10 per second" with the name that people know it by. */
function limitWords(limit: string, names: ReadonlyMap<string, string>): string {
  const [who = '', ...rest] = limit.split(': ')
  return rest.length > 0 ? `${providerName(who, names)}, ${rest.join(': ')}` : limit
}
