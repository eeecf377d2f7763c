// When a refresh runs, how much of it and for how much; and the result of the last.
import type { Schemas } from '../../api/shapes.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { ScheduleFields } from '../sources/schedule-fields.tsx'
import type { RefreshDraft } from './refresh.logic.ts'

interface Props {
  draft: RefreshDraft
  /** What is counted: "Leads". */
  what: string
  onChange: (change: Partial<RefreshDraft>) => void
}

export function RefreshHow({ draft, what, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ScheduleFields
        byHand={false}
        value={draft.schedule}
        onChange={(schedule) => schedule && onChange({ schedule })}
      />
      <Field label={`${what} of one refresh at most`}>
        <Input inputMode="numeric" value={draft.most} onChange={(event) => onChange({ most: event.target.value })} />
      </Field>
      <Field
        label="Cost limit of one refresh (USD)"
        hint="Leave blank for no limit beyond the budgets of the workspace."
      >
        <Input
          inputMode="decimal"
          value={draft.max_usd}
          onChange={(event) => onChange({ max_usd: event.target.value })}
        />
      </Field>
    </div>
  )
}

type State = Pick<Schemas['WorkbookRefreshPolicy'], 'next_at' | 'last_at' | 'last_result'>

export function RefreshState({ policy: { next_at, last_at, last_result } }: { policy: State }) {
  if (next_at === null && last_at === null) return null
  const reason = typeof last_result?.reason === 'string' ? last_result.reason : null
  return (
    <p className="text-ink-3 text-sm">
      {last_at && (
        <>
          Last refresh <TimeAgo at={last_at} />
          {reason ? `: ${reason}. ` : '. '}
        </>
      )}
      {next_at && (
        <>
          Next one <TimeAgo at={next_at} />.
        </>
      )}
    </p>
  )
}
