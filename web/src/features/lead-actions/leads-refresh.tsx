// What of the leads is refreshed by itself: which actions, from which age on, when, how many and for how much.

import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { FilterSelect } from '../lead-filters/filter-select.tsx'
import { type LeadsRefresh, putRefresh, refreshNow, refreshQuery } from '../leads/lead-actions.api.ts'
import { ageOf, readRefresh, refreshProblem, writeRefresh } from '../refresh/refresh.logic.ts'
import { RefreshHow, RefreshState } from '../refresh/refresh-how.tsx'
import { FormSkeleton, Loaded, SaveButtons } from '../settings/settings-page.tsx'

export function LeadsRefreshForm({ actions }: { actions: readonly Schemas['LeadAction'][] }) {
  const policy = useQuery(refreshQuery())
  return (
    <Loaded query={policy} what="The refresh policy" skeleton={<FormSkeleton fields={3} />}>
      {(saved) => <Form saved={saved} actions={actions} />}
    </Loaded>
  )
}

function Form({ saved, actions }: { saved: LeadsRefresh; actions: readonly Schemas['LeadAction'][] }) {
  const mayEdit = roleReaches(useWorkspace().role, 'editor')
  const {
    values,
    set,
    dirty,
    reset,
    busy,
    submit,
    allWords: words,
  } = useForm({
    ...readRefresh(
      saved,
      saved.actions.map(({ action, max_age_days }) => [action, max_age_days]),
      saved.max_leads,
    ),
    filter_id: saved.filter_id,
  })
  const { filter_id, ...draft } = values
  const problem = refreshProblem(draft, 'Choose at least one action.')
  const keep = (next: LeadsRefresh) => queries.setQueryData(refreshQuery().queryKey, next)
  async function save() {
    const { ages, most, ...how } = writeRefresh(draft)
    const chosen = ages.map(([action, max_age_days]) => ({
      action: action as Schemas['LeadAction']['action'],
      max_age_days,
    }))
    const done = await submit(async () => {
      keep(await putRefresh({ ...how, actions: chosen, max_leads: most, filter_id }))
    })
    if (!done) return
    reset()
    toast(draft.enabled ? 'Saved. Leads are refreshed by schedule.' : 'Saved. Automatic refresh is off.')
  }
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-5">
        <Checkbox
          label="Refresh leads by schedule"
          hint="Leads in conversation first, then the oldest values. Each refresh is a job that can be taken back."
          checked={draft.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 font-medium text-ink-2 text-sm">Values to refresh, and from which age</legend>
          {actions.map(({ action, title }) => {
            const age = ageOf(draft, action)
            return (
              <div key={action} className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-2">
                <Checkbox
                  label={title}
                  checked={age !== null}
                  onChange={(on) =>
                    set({
                      ages: on ? [...draft.ages, [action, '90']] : draft.ages.filter(([name]) => name !== action),
                    })
                  }
                />
                {age !== null && (
                  <span className="flex items-center gap-2">
                    <Input
                      aria-label={`${title}: older than so many days`}
                      inputMode="decimal"
                      value={age}
                      onChange={(event) =>
                        set({
                          ages: draft.ages.map((one) => (one[0] === action ? [action, event.target.value] : one)),
                        })
                      }
                    />
                    <span className="text-ink-3 text-sm">days</span>
                  </span>
                )}
              </div>
            )
          })}
        </fieldset>
        <FilterSelect
          label="Leads to refresh"
          none="All leads"
          hint="A shared saved filter is followed: its leads are looked up at each refresh."
          value={filter_id}
          onChange={(id) => set({ filter_id: id })}
        />
        <RefreshHow draft={draft} what="Leads" onChange={set} />
      </fieldset>
      <RefreshState policy={saved} />
      <FormError>{words ?? (dirty ? problem : null)}</FormError>
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <SaveButtons dirty={dirty} ready={problem === null} busy={busy} onDiscard={reset} label="Save refresh" />
          {saved.actions.length > 0 && (
            <Button
              look="quiet"
              onClick={() =>
                void refreshNow()
                  .then((next) => {
                    keep(next)
                    toast('Leads are being refreshed. Follow it in Jobs.')
                  })
                  .catch((error) => showError(error, 'Nothing was refreshed.'))
              }
            >
              Refresh now
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
