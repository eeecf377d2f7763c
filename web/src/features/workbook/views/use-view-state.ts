// The view that the address names, and what was changed of it since in this tab.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useEvents } from '../../../api/events.ts'
import { invalidateSoon, keys } from '../../../api/queries.ts'
import { showError } from '../../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { keepDraft, readDraft } from '../../../ui/forms/kept-draft.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { meQuery } from '../../settings/settings.queries.ts'
import { changedMembers, questionOf, savedForm, type View, type ViewState, viewStateOf } from './view-state.logic.ts'
import { createView, deleteView, duplicateView, type Reach, updateView, viewsQuery } from './views.api.ts'

const route = getRouteApi('/w/$workspace/workbooks/$workbookId')
const ALL = 'all'

export type OpenView = ReturnType<typeof useViewState>

export function useViewState(workbookId: string) {
  const address = route.useSearch() as Record<string, unknown>
  const navigate = route.useNavigate()
  const { role } = useWorkspace()
  const asked = useQuery(viewsQuery(workbookId))
  const me = useQuery(meQuery)
  useEvents({ workbook_id: workbookId, types: ['workbook.views'] }, () =>
    invalidateSoon([...keys.workbook(workbookId), 'views']),
  )

  const views = asked.data ?? []
  const wanted = typeof address.view === 'string' ? address.view : null
  const view = views.find((one) => one.id === wanted) ?? null
  const name = view?.id ?? ALL
  const [drafts, setDrafts] = useState<Record<string, ViewState | null>>({})
  const saved = useMemo(() => viewStateOf(view), [view])
  const kept = useMemo(() => readDraft<ViewState>(workbookId, `look.${name}`), [workbookId, name])
  const look = (name in drafts ? drafts[name] : kept) ?? saved
  const changed = useMemo(() => changedMembers(look, saved), [look, saved])
  const question = useMemo(() => questionOf(look, view), [look, view])

  function put(next: ViewState | null, of = name) {
    const isSame = next === null || (of === name && changedMembers(next, saved).length === 0)
    keepDraft(workbookId, `look.${of}`, isSame ? null : next)
    setDrafts((before) => ({ ...before, [of]: isSame ? null : next }))
  }

  function open(viewId: string | null) {
    const { view: _, row: _r, cell: _c, ...rest } = address
    void navigate({ search: viewId ? { ...rest, view: viewId } : rest })
  }

  const editor = roleReaches(role, 'editor')
  const mine = (one: View) => one.made_by !== null && one.made_by === me.data?.id
  const mayChange = (one: View) =>
    one.scope === 'personal' ? mine(one) : editor && (one.scope === 'shared' || mine(one) || roleReaches(role, 'admin'))

  async function tried(act: () => Promise<void>, meaning: string): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      showError(error, meaning)
      return false
    }
  }

  return {
    ready: wanted === null || !asked.isPending,
    /** The address names a view that is not there, or not for this person. */
    missing: wanted !== null && asked.isSuccess && view === null,
    views,
    view,
    look,
    changed,
    question,
    mayChange,
    mayShare: editor,
    change: (part: Partial<ViewState>) => put({ ...look, ...part }),
    discard: () => put(null),
    open,
    save: () =>
      tried(async () => {
        if (!view) return
        await updateView(workbookId, view.id, savedForm(look))
        put(null)
      }, 'The view stays as it was saved.'),
    /** Keeps the present state as a view of its own. Throws, so that the form can say why not. */
    async create(title: string, scope: Reach, from: ViewState = look) {
      const made = await createView(workbookId, title, scope, from)
      put(null)
      open(made.id)
    },
    async rename(one: View, title: string, scope: Reach) {
      await updateView(workbookId, one.id, { name: title, scope })
    },
    duplicate: (one: View) =>
      tried(async () => open((await duplicateView(workbookId, one.id)).id), 'The view was not copied.'),
    remove: (one: View) =>
      tried(async () => {
        await deleteView(workbookId, one.id)
        put(null, one.id)
        if (wanted === one.id) open(null)
        toast(`The view “${one.name}” was deleted. Its rows stay.`, {
          action: {
            label: 'Undo',
            run: () =>
              void tried(
                async () => open((await createView(workbookId, one.name, one.scope, viewStateOf(one))).id),
                'The view did not come back.',
              ),
          },
        })
      }, 'The view was not deleted.'),
  }
}
