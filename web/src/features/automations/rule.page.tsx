// One rule as a sentence whose parts are edited in place, with the last real events beside it to try it on.

import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { errorsUnder } from '../../ui/forms/schema-fields.logic.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FilterBuilder } from '../columns/filters/filter-builder.tsx'
import type { Filter } from '../columns/workbook.shapes.ts'
import { settingListQuery } from '../kind-forms/setting-list.ts'
import { FormSkeleton, Loaded, ReadOnlyNote } from '../settings/settings-page.tsx'
import { ActionTree } from './action-tree.tsx'
import { eventsQuery, kindsQuery, type Part, type RuleDraft, ruleQuery, saveRule } from './automations.api.ts'
import {
  actionSettings,
  allActions,
  faultsOf,
  fieldsFrom,
  firstUnfinished,
  freshDraft,
  freshPart,
  idOf,
  isWhole,
  listsOfAnswers,
  type OfferedAction,
  type RuleKinds,
  referencesFrom,
  statusWord,
  type Variable,
} from './draft.logic.ts'
import { RunLog } from './run-log.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TryPanel } from './try-panel.tsx'

export function RulePage() {
  const { automationId } = useParams({ from: '/w/$workspace/automations/$automationId' })
  const isNew = automationId === 'new'
  const kinds = useQuery(kindsQuery())
  const rule = useQuery({ ...ruleQuery(automationId), enabled: !isNew })
  const workspace = useWorkspace()
  usePage({
    title: isNew ? 'New automation' : (rule.data?.name ?? ''),
    parent: { title: 'Automations', to: `/w/${workspace.slug}/automations` },
  })
  return (
    <Loaded query={kinds} what="The automation" skeleton={<FormSkeleton />}>
      {(all) =>
        isNew ? (
          <Builder key="new" kinds={all} rule={null} />
        ) : (
          <Loaded query={rule} what="The automation" skeleton={<FormSkeleton />}>
            {(one) => <Builder key={one.id} kinds={all} rule={one} />}
          </Loaded>
        )
      }
    </Loaded>
  )
}

function draftOf({ name, trigger, condition, actions, limits }: Schemas['Automation']): RuleDraft {
  return { name, trigger: trigger as Part, condition, actions: actions as Part[], limits }
}

function Builder({ kinds, rule }: { kinds: RuleKinds; rule: Schemas['Automation'] | null }) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const mayEdit = roleReaches(workspace.role, 'admin')
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? draftOf(rule) : freshDraft(kinds.limits)))
  const [tab, setTab] = useState('rule')
  const { busy, submit, fields, words } = useSubmit()
  const form = useRef<HTMLDivElement>(null)
  // The form may be much longer than the screen, with its button at the end.
  const showRefused = () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  const put = (more: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...more }))
  const trigger = kinds.triggers.find(({ kind }) => kind === draft.trigger.kind)
  const isReady = isWhole(draft.trigger, trigger)
  const events = useQuery({ ...eventsQuery(draft.trigger, draft.condition), enabled: isReady })
  const [variables, setVariables] = useState<Variable[]>([])
  const known = events.data?.variables
  // While another request runs, the form keeps the names it has.
  useEffect(() => {
    if (known) setVariables(known)
  }, [known])
  const used = new Set(allActions(draft.actions, kinds.actions).map(({ kind }) => kind))
  const lists = listsOfAnswers(kinds.actions)
  const found = useQueries({
    queries: lists.map(({ kind, list }) => ({ ...settingListQuery(list, {}), enabled: used.has(kind) })),
  })
  const listed = new Map(lists.map(({ list }, at) => [list.path, found[at]?.data ?? []]))
  const own =
    typeof draft.trigger.workbook_id === 'string' && draft.trigger.workbook_id ? draft.trigger.workbook_id : undefined
  const dirty = rule === null || JSON.stringify(draft) !== JSON.stringify(draftOf(rule))

  async function save() {
    const name = draft.name.trim() || trigger?.label || 'Automation'
    let saved: Schemas['Automation'] | undefined
    const done = await submit(async () => {
      saved = await saveRule(rule?.id ?? null, { ...draft, name })
    })
    if (!done || !saved) return setTimeout(showRefused)
    toast(rule ? 'The automation is saved' : 'The automation is on')
    if (!rule)
      await navigate({
        to: '/w/$workspace/automations/$automationId',
        params: { workspace: workspace.slug, automationId: saved.id },
        replace: true,
      })
  }

  const sentence = (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div ref={form} className="flex min-w-0 flex-col gap-4">
        {!mayEdit && <ReadOnlyNote needs="admin" />}
        <Field label="Name">
          <Input
            value={draft.name}
            dir="auto"
            placeholder={trigger ? `When ${trigger.label}` : 'Automation'}
            onChange={(event) => put({ name: event.target.value })}
          />
        </Field>
        <Clause word="When">
          <Select
            aria-label="What starts it"
            className="w-full max-w-72"
            value={draft.trigger.kind}
            onChange={(event) => {
              const next = kinds.triggers.find(({ kind }) => kind === event.target.value)
              setVariables([])
              if (next) put({ trigger: freshPart(next, draft.trigger), condition: null })
            }}
          >
            <option value="">Choose what starts it</option>
            {kinds.triggers.map(({ kind, label }) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
          {trigger && (
            <SettingsForm
              part={draft.trigger}
              kind={trigger}
              errors={errorsUnder(`trigger.${draft.trigger.kind}`, fields)}
              onChange={(next) => put({ trigger: next })}
            />
          )}
        </Clause>
        {isReady && (
          <Clause word="and">
            <FilterBuilder
              fields={fieldsFrom(variables)}
              filter={(draft.condition as Filter | null) ?? null}
              delay={0}
              nothing="Always. Add a condition to narrow it down."
              onChange={(condition) => put({ condition })}
            />
          </Clause>
        )}
        {isReady && (
          <ActionTree
            actions={draft.actions}
            scope={{
              kinds: kinds.actions,
              fields: fieldsFrom(variables),
              references: referencesFrom(variables),
              listed,
              workbookId: own,
              errors: fields,
              make: (kind, earlier) => ({
                ...freshPart(kind, lastBefore(kind, earlier, kinds.actions), trigger?.about),
                id: nextId(draft, rule, kinds.actions),
              }),
            }}
            place="actions"
            earlier={[]}
            level={0}
            onChange={(actions) => put({ actions })}
          />
        )}
        {isReady && (
          <Clause word="within">
            <LimitFields limits={draft.limits} onChange={(limits) => put({ limits })} />
          </Clause>
        )}
        <FormError>
          {Object.keys(fields).length > 0
            ? `${faultsOf(draft.actions, kinds.actions, fields)} Correct the input, then try again.`
            : words}
        </FormError>
        {mayEdit && (
          <div className="flex gap-2 sm:pl-14">
            <Button
              look="primary"
              busy={busy}
              disabled={!dirty || !isReady || draft.actions.length === 0}
              onClick={() => void save()}
            >
              {rule ? 'Save the automation' : 'Turn it on'}
            </Button>
            {rule && dirty && (
              <Button look="quiet" onClick={() => setDraft(draftOf(rule))}>
                Discard changes
              </Button>
            )}
          </div>
        )}
      </div>
      <TryPanel
        draft={draft}
        kinds={kinds.actions}
        unfinished={firstUnfinished(draft.actions, kinds.actions)}
        events={events}
        isReady={isReady}
        rule={dirty ? null : rule}
      />
    </div>
  )
  return (
    <div className="flex min-h-0 w-full max-w-6xl flex-1 flex-col gap-4 overflow-y-auto px-4 py-6 md:px-8">
      {rule && (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          <Badge tone={rule.status === 'active' ? 'ok' : rule.status === 'stopped' ? 'bad' : 'plain'}>
            {statusWord(rule.status)}
          </Badge>
          <span className="min-w-0 [overflow-wrap:anywhere] max-md:line-clamp-3" title={rule.sentence}>
            {rule.sentence}
          </span>
        </p>
      )}
      {rule ? (
        <Tabs
          label="Parts of the automation"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'rule', label: 'Rule', content: sentence },
            { value: 'runs', label: 'Runs', content: <RunLog automationId={rule.id} /> },
          ]}
        />
      ) : (
        sentence
      )}
    </div>
  )
}

/** A setting that names an action before begins with the last whose outcome can be waited for. */
function lastBefore(
  kind: OfferedAction,
  earlier: readonly Part[],
  kinds: readonly OfferedAction[],
): Record<string, unknown> {
  const last = earlier.findLast((part) => kinds.find((one) => one.kind === part.kind)?.has_outcome)
  return Object.fromEntries(actionSettings(kind).map((name) => [name, last && idOf(last)]))
}

function Clause({ word, children }: { word: string; children: React.ReactNode }) {
  return (
    <section aria-label={word} className="flex gap-3 max-sm:flex-col max-sm:gap-1">
      <span className="w-11 shrink-0 pt-1.5 font-semibold text-ink-2 sm:text-right">{word}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-3 rounded-md border bg-surface p-3">{children}</div>
    </section>
  )
}

const LIMITS: [keyof Schemas['AutomationLimits'], string][] = [
  ['per_hour', 'runs an hour'],
  ['usd_per_day', 'USD a day'],
  ['max_rows', 'rows per action'],
  ['max_depth', 'rules in a chain'],
]

function LimitFields({
  limits,
  onChange,
}: {
  limits: Schemas['AutomationLimits']
  onChange: (limits: Schemas['AutomationLimits']) => void
}) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {LIMITS.map(([name, words]) => (
        <Field key={name} label={words} className="w-32">
          <Input
            inputMode="decimal"
            value={String(limits[name])}
            onChange={(event) => onChange({ ...limits, [name]: Number(event.target.value) || 0 })}
          />
        </Field>
      ))}
    </div>
  )
}

/** An id that no action of the rule has or had. */
const nextId = (draft: RuleDraft, rule: Schemas['Automation'] | null, kinds: readonly OfferedAction[]) =>
  Math.max(rule?.next_action_id ?? 1, ...allActions(draft.actions, kinds).map((part) => idOf(part) + 1))
