// Saved filters: choose one, save the current filter under a name, delete one.
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { asProblem, type Problem } from '../../api/problem.ts'
import { queries } from '../../api/queries.ts'
import { showError } from '../../session/show-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { type SharingLevel, sharingField } from '../../ui/forms/sharing-field.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { filtersKey, filtersQuery } from '../lead-filters/lead-filters.queries.ts'
import { type LeadFilterRecord, removeFilter, saveFilter } from './lead-actions.api.ts'
import { askedOfFilter, isAsking, type LeadQuery } from './leads.logic.ts'

interface Props {
  asked: LeadQuery
  editable: boolean
  onChange: (asked: LeadQuery) => void
}

/** Who else sees a filter, beside its name. */
const HINT = { shared: 'Shared', locked: 'Shared, locked' }

export function SavedFilters({ asked, editable, onChange }: Props) {
  const filters = useQuery(filtersQuery())
  const renew = () => queries.invalidateQueries({ queryKey: filtersKey() })
  const { open, dialog } = useDialogs({
    used: (close, { id, name, uses }: UsedFilter) => (
      <ConfirmDialog
        title={`Delete “${name}” although it is in use?`}
        action="Delete filter"
        run={async () => {
          await removeFilter(id, true)
          await renew()
        }}
        onClose={close}
      >
        <p>These go by it. They stay, but mean no lead until another filter is chosen there:</p>
        <ul className="mt-2 max-h-48 list-disc overflow-auto pl-5">
          {uses.map((use) => (
            <li key={`${use.kind} ${use.id}`} className="[overflow-wrap:anywhere]" dir="auto">
              {USES[use.kind] ?? use.kind}: {use.name}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    ),
    save: (close) => (
      <SaveDialog
        asked={asked}
        mayShare={editable}
        onClose={(saved) => {
          close()
          if (saved) void renew()
        }}
      />
    ),
  })
  async function remove({ id, name }: LeadFilterRecord) {
    try {
      await removeFilter(id)
      await renew()
    } catch (error) {
      const uses = usesIn(asProblem(error))
      if (uses) open.used({ id, name, uses })
      else showError(error, `"${name}" is still saved.`)
    }
  }
  const all = filters.data ?? []
  const deletable = all.filter((one) => one.may_change)
  const items: MenuItem[] = [
    ...(all.length === 0 ? [{ heading: 'No saved filters yet' }] : []),
    ...all.map((one) => ({
      label: one.name,
      ...(one.scope !== 'personal' && { hint: HINT[one.scope] }),
      onSelect: () => onChange(askedOfFilter(one)),
    })),
    'separator',
    {
      label: 'Save this filter',
      disabled: !isAsking(asked) && asked.sort === null,
      hint: 'Search, filter and order as they are now',
      onSelect: () => open.save(),
    },
    ...(deletable.length > 0
      ? [
          {
            label: 'Delete a filter',
            items: deletable.map((one) => ({ label: one.name, danger: true, onSelect: () => void remove(one) })),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu
        items={items}
        trigger={
          <Button size="sm" look="quiet" icon={Bookmark}>
            <span className="max-sm:sr-only">Saved filters</span>
          </Button>
        }
      />
      {dialog}
    </>
  )
}

interface FilterUse {
  kind: string
  id: string
  name: string
}

interface UsedFilter {
  id: string
  name: string
  uses: FilterUse[]
}

const USES: Record<string, string> = { watch_group: 'Watch group', refresh_policy: 'Refresh', rule: 'Automation' }

/** The uses of a filter that prevented its deletion; null for another refusal. */
function usesIn({ status, body }: Problem): FilterUse[] | null {
  const { dependants } = (body ?? {}) as { dependants?: FilterUse[] }
  return status === 409 && dependants ? dependants : null
}

interface SaveProps {
  asked: LeadQuery
  mayShare: boolean
  onClose: (saved: boolean) => void
}

function SaveDialog({ asked, mayShare, onClose }: SaveProps) {
  const { values, busy, submit, tied, words } = useForm({ name: '', scope: 'personal' })
  const name = values.name.trim()
  return (
    <FormDialog
      size="sm"
      title="Save filter"
      action="Save filter"
      busy={busy}
      disabled={name === ''}
      onSubmit={async () => {
        if (await submit(() => saveFilter(name, values.scope as SharingLevel, asked))) onClose(true)
      }}
      onClose={() => onClose(false)}
    >
      <SchemaForm
        {...tied}
        fields={[
          { name: 'name', kind: 'text', label: 'Name', maxLength: 120 },
          sharingField({ things: 'filters', edits: 'leads', mayShare }),
        ]}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
