// What an AI client may do, to be chosen from.
import { Checkbox } from '../../ui/forms/field.tsx'
import type { TokenCapability } from './agents.queries.ts'

const CAPABILITIES: [TokenCapability, string, string][] = [
  ['workbooks:read', 'Read workbooks', 'Columns, rows, runs, costs and why a cell is as it is.'],
  ['workbooks:write', 'Change workbooks', 'Make workbooks, add columns and rows, undo.'],
  ['workbooks:delete', 'Delete from workbooks', 'Rows, columns and whole workbooks.'],
  ['runs:execute', 'Run providers', 'Costs money, always under a cap and the budgets of the workspace.'],
  ['leads:read', 'Read leads', ''],
  ['leads:write', 'Change leads', ''],
  ['leads:delete', 'Delete leads', ''],
  ['signals:read', 'Read signals', ''],
  ['automations:write', 'Change automations', 'Watches and rules.'],
  ['sequences:enroll', 'Enroll leads', 'Into sequences; sending still needs its own approval.'],
  ['outreach:send', 'Approve and send drafts', ''],
]

interface Props {
  chosen: ReadonlySet<TokenCapability>
  onChange: (chosen: Set<TokenCapability>) => void
  /** What there is to choose from; everything by default. */
  offered?: readonly TokenCapability[]
}

export function CapabilityChoice({ chosen, onChange, offered }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-ink-2 text-sm">It may</legend>
      {CAPABILITIES.filter(([id]) => !offered || offered.includes(id)).map(([id, label, hint]) => (
        <Checkbox
          key={id}
          label={label}
          hint={hint || undefined}
          checked={chosen.has(id)}
          onChange={(on) => {
            const next = new Set(chosen)
            if (on) next.add(id)
            else next.delete(id)
            onChange(next)
          }}
        />
      ))}
    </fieldset>
  )
}
