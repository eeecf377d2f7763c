// A budget: what it is for, the period, the limit, and what happens there, said in words before it is set.

import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { keys } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { money } from '../../ui/format.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { isRun } from '../columns/columns.logic.ts'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import { membersQuery } from '../settings/settings.queries.ts'
import { effectWords, limitWords, PERIODS, readAmount, SCOPES, subjectWords } from './budget.logic.ts'
import { putBudget } from './money.queries.ts'

type Subject = Pick<Schemas['BudgetUpdate'], 'scope' | 'workbook_id' | 'column_id' | 'user_id' | 'token_id'>

interface Props {
  /** The one to change; undefined for a new one. */
  budget?: Schemas['Budget'] | undefined
  onClose: () => void
}

export function subjectOf({ scope, workbook_id, column_id, user_id, token_id }: Schemas['Budget']): Subject {
  return {
    scope,
    ...(workbook_id !== null && { workbook_id }),
    ...(column_id !== null && { column_id }),
    ...(user_id !== null && { user_id }),
    ...(token_id !== null && { token_id }),
  }
}

const KIND: FormField[] = [
  { name: 'period', kind: 'choice', label: 'Period', options: PERIODS },
  {
    name: 'kind',
    kind: 'choice',
    label: 'At the limit',
    options: [
      { value: 'hard', label: 'Stop' },
      { value: 'soft', label: 'Only tell' },
    ],
  },
]

const UNKNOWN: FormField = {
  name: 'allow_unknown_prices',
  kind: 'boolean',
  label: 'Allow lookups with an unknown price',
  hint: 'Their cost is unknown, so no budget limits it.',
}

export function BudgetDialog({ budget, onClose }: Props) {
  const { values, set, busy, submit, fields, tied, words } = useForm({
    subject: budget ? subjectOf(budget) : ({ scope: 'workspace' } as Subject),
    period: budget?.period ?? 'month',
    kind: budget?.kind ?? 'hard',
    limit_usd: String(budget?.limit_usd ?? ''),
    allow_unknown_prices: budget?.allow_unknown_prices ?? false,
  })
  const token = useQuery(tokenQuery(values.subject))
  const subject: Subject = { ...values.subject, ...(token.data && { token_id: token.data.id }) }
  const period = values.period as Schemas['Budget']['period']
  const kind = values.kind as Schemas['Budget']['kind']
  const limit_usd = readAmount(values.limit_usd)
  const isUnread = values.limit_usd !== '' && limit_usd === undefined
  const isNamed =
    {
      workspace: true,
      workbook: subject.workbook_id,
      column: subject.column_id,
      user: subject.user_id,
      token: subject.token_id,
    }[subject.scope] !== undefined

  // What is limited is chosen outside of the described fields.
  const subjectProblem = Object.entries(fields).find(([name]) => !(name in values))?.[1]

  async function save() {
    if (limit_usd === undefined) return
    const next = {
      ...subject,
      period,
      kind,
      limit_usd,
      allow_unknown_prices: kind === 'hard' && values.allow_unknown_prices,
    }
    if (await submit(() => putBudget(next))) onClose()
  }

  return (
    <FormDialog
      title={budget ? `Budget ${limitWords(budget)}` : 'Add a budget'}
      {...(budget && {
        about: `For ${subjectWords(budget)}. ${budget.kind === 'hard' ? 'It stops.' : 'It only tells.'}`,
      })}
      action={budget ? 'Save' : 'Add the budget'}
      busy={busy}
      disabled={limit_usd === undefined || !isNamed}
      onSubmit={save}
      onClose={onClose}
    >
      {!budget && <SubjectFields subject={subject} onChange={(next) => set({ subject: next })} />}
      {!budget && <SchemaForm {...tied} columns={2} fields={KIND} />}
      <SchemaForm
        {...tied}
        fields={[
          {
            name: 'limit_usd',
            kind: 'number',
            label: 'Limit',
            hint:
              budget && budget.spent_usd > 0
                ? `${money(budget.spent_usd)} are spent already.`
                : 'US dollars; 0 is a limit too.',
          },
          ...(kind === 'hard' ? [UNKNOWN] : []),
        ]}
        errors={{
          ...fields,
          ...(isUnread && { limit_usd: 'An amount such as 50 or 0.25, at most six decimals.' }),
        }}
      />
      <p className="rounded-md bg-hover px-3 py-2 text-ink-2 text-sm">
        {effectWords({ kind, limit_usd: limit_usd ?? 1, allow_unknown_prices: values.allow_unknown_prices })}
      </p>
      <FormError>{subjectProblem ?? words}</FormError>
    </FormDialog>
  )
}

function SubjectFields({ subject, onChange }: { subject: Subject; onChange: (next: Subject) => void }) {
  const workspace = useWorkspace()
  const { scope, workbook_id, column_id, user_id } = subject
  const inWorkbook = scope === 'workbook' || scope === 'column' || scope === 'token'
  const workbooks = useQuery({ ...workbooksQuery(), enabled: inWorkbook })
  const members = useQuery({ ...membersQuery(workspace.id), enabled: scope === 'user' })
  const columns = useQuery({
    queryKey: [...keys.workbook(workbook_id ?? ''), 'columns that ask'],
    enabled: scope === 'column' && workbook_id !== undefined,
    queryFn: async () => {
      const path = { workbook_id: workbook_id as string }
      const book = await take(api.GET('/api/workbooks/{workbook_id}', { params: { path, query: { page_size: 1 } } }))
      return (book.workbook.columns_config as { id: string; name: string; type: string }[]).filter(isRun)
    },
  })
  const token = useQuery(tokenQuery(subject))
  return (
    <>
      <Field label="For">
        <Select value={scope} onChange={(event) => onChange({ scope: event.target.value as Subject['scope'] })}>
          {SCOPES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {inWorkbook && (
        <Field
          label="Workbook"
          {...(scope === 'token' && {
            hint: 'Counts the calls of auto-run columns for the rows that its token sends.',
          })}
          error={token.data === null ? 'It has no ingest token.' : undefined}
        >
          <Select value={workbook_id ?? ''} onChange={(event) => onChange({ scope, workbook_id: event.target.value })}>
            <Choose loading={workbooks.isPending} none={workbooks.data?.length === 0} what="workbook" />
            {workbooks.data?.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {scope === 'column' && workbook_id && (
        <Field label="Column" hint="Columns that call providers.">
          <Select
            value={column_id ?? ''}
            onChange={(event) => onChange({ scope, workbook_id, column_id: event.target.value })}
          >
            <Choose loading={columns.isPending} none={columns.data?.length === 0} what="column" />
            {columns.data?.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {scope === 'user' && (
        <Field label="Person" hint="Counts the runs that this person starts.">
          <Select value={user_id ?? ''} onChange={(event) => onChange({ scope, user_id: Number(event.target.value) })}>
            <Choose loading={members.isPending} none={members.data?.length === 0} what="person" />
            {members.data?.map((one) => (
              <option key={one.user_id} value={one.user_id}>
                {one.username}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}

/** The ingest token of the workbook that was chosen; null where it has none. */
const tokenQuery = ({ scope, workbook_id: id }: Subject) => ({
  queryKey: [...keys.workbook(id ?? ''), 'ingest token'],
  enabled: scope === 'token' && Boolean(id),
  queryFn: async () => {
    const workbook_id = id ?? ''
    try {
      return await take(api.GET('/api/workbooks/{workbook_id}/ingest-token', { params: { path: { workbook_id } } }))
    } catch (error) {
      if (asProblem(error).status === 404) return null
      throw error
    }
  },
})

function Choose({ loading, none, what }: { loading: boolean; none: boolean; what: string }) {
  return (
    <option value="" disabled>
      {loading ? 'Loading…' : none ? `There is no ${what} yet` : `Choose a ${what}`}
    </option>
  )
}
