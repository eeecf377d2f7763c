// The actions of a rule as they are edited: one after the other, and inside of branches.
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { errorsUnder } from '../../ui/forms/schema-fields.logic.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import type { FilterField } from '../columns/filters/fields.logic.ts'
import type { Part } from './automations.api.ts'
import {
  actionsIn,
  allActions,
  idOf,
  type ListedItems,
  type OfferedAction,
  resultFields,
  resultsOf,
  waysOf,
} from './draft.logic.ts'
import { SettingsForm } from './settings-form.tsx'

/** What all actions of a rule may refer to. */
export interface ActionScope {
  kinds: readonly OfferedAction[]
  fields: readonly FilterField[]
  references: readonly string[]
  listed: ListedItems
  workbookId: string | undefined
  /** What the server had to say, by the path of the setting. */
  errors: Record<string, string>
  /** A new action of a kind, with an id of its own. */
  make: (kind: OfferedAction, earlier: readonly Part[]) => Part
}

interface Props {
  actions: readonly Part[]
  scope: ActionScope
  /** Where these are in the rule, such as `actions.0.branch.yes`. */
  place: string
  earlier: readonly Part[]
  level: number
  onChange: (actions: Part[]) => void
}

const MAX_LEVELS = 5

/** What fits into a menu; the rest is for those who program. */
const firstSentence = (text: string) => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text

export function ActionTree({ actions, scope, place, earlier, level, onChange }: Props) {
  const offered = scope.kinds.filter((kind) => kind.ways.length === 0 || level < MAX_LEVELS)
  const toItem = (kind: OfferedAction): MenuItem => ({
    label: kind.label,
    ...(kind.description ? { hint: firstSentence(kind.description) } : {}),
    onSelect: () => onChange([...actions, scope.make(kind, [...earlier, ...allActions(actions, scope.kinds)])]),
  })
  const adding = useRef<HTMLDivElement>(null)
  return (
    <>
      {actions.map((action, index) => {
        const before = [...earlier, ...allActions(actions.slice(0, index), scope.kinds)]
        const change = (next: Part | null) => {
          onChange(actions.flatMap((one, at) => (at === index ? (next ?? []) : one)))
          // Its button goes with the action, and would take the focus along.
          if (next === null) adding.current?.querySelector('button')?.focus()
        }
        return (
          <ActionCard
            key={idOf(action)}
            action={action}
            word={level > 0 ? null : index === 0 ? 'do' : 'then'}
            scope={scope}
            place={`${place}.${index}.${action.kind}`}
            earlier={before}
            level={level}
            onChange={change}
          />
        )
      })}
      <div ref={adding} className={level === 0 ? 'sm:pl-14' : ''}>
        <Menu
          items={[
            { heading: 'Branch and wait' },
            ...offered.filter(({ is_flow }) => is_flow).map(toItem),
            { heading: 'Do something' },
            ...offered.filter(({ is_flow }) => !is_flow).map(toItem),
          ]}
          trigger={
            <Button
              icon={Plus}
              size={level === 0 ? 'md' : 'sm'}
              look={level === 0 && actions.length === 0 ? 'primary' : 'plain'}
            >
              Add an action
            </Button>
          }
        />
      </div>
    </>
  )
}

interface CardProps extends Omit<Props, 'actions' | 'onChange'> {
  action: Part
  /** At the margin of the sentence; null inside of a branch. */
  word: string | null
  onChange: (action: Part | null) => void
}

function ActionCard({ action, word, scope, place, earlier, level, onChange }: CardProps) {
  const kind = scope.kinds.find((one) => one.kind === action.kind)
  const label = kind?.label ?? action.kind
  const errors = errorsUnder(place, scope.errors)
  const before = earlier.flatMap((part) => {
    const of = scope.kinds.find((one) => one.kind === part.kind)
    return of?.has_outcome ? [{ id: idOf(part), label: of.label }] : []
  })
  const body = (
    <div
      className={cx(
        'flex min-w-0 flex-1 flex-col gap-3 rounded-md border bg-surface p-3',
        // On a phone the line at the left alone says how deep it is.
        level > 0 && 'max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:px-0 max-sm:pb-1',
      )}
    >
      <span className="flex items-center gap-2">
        <span className="flex-1 font-medium">
          {label} <span className="font-normal text-ink-3 text-sm tabular-nums">Action {idOf(action)}</span>
        </span>
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Remove action ${idOf(action)}: ${label}`}
          onClick={() => onChange(null)}
        />
      </span>
      {kind && (
        <SettingsForm
          part={action}
          kind={kind}
          scope={{
            references: [...scope.references, ...resultsOf(earlier, scope.kinds, scope.listed)],
            fields: [...scope.fields, ...resultFields(earlier, scope.kinds, scope.listed)],
            earlier: before,
            workbookId: scope.workbookId,
          }}
          errors={errors}
          onChange={onChange}
        />
      )}
      {waysOf(action, scope.kinds).map(({ name, label: title }) => (
        <section
          key={name}
          aria-label={`${title}, action ${idOf(action)}`}
          className="flex flex-col gap-2 border-l-2 pl-2 sm:pl-3"
        >
          <span className="font-semibold text-ink-2 text-sm">{title}</span>
          <ActionTree
            actions={actionsIn(action, name)}
            scope={scope}
            place={`${place}.${name}`}
            earlier={[...earlier, action]}
            level={level + 1}
            onChange={(inside) => onChange({ ...action, [name]: inside })}
          />
        </section>
      ))}
    </div>
  )
  if (word === null) return body
  return (
    <section aria-label={word} className="flex gap-3 max-sm:flex-col max-sm:gap-1">
      <span className="w-11 shrink-0 pt-1.5 font-semibold text-ink-2 sm:text-right">{word}</span>
      {body}
    </section>
  )
}
