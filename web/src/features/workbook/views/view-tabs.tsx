// The views of a workbook as tabs, each with an address of its own; the menu of the open one, and a new one.
import { Link } from '@tanstack/react-router'
import { ChevronDown, Copy, Link2, Lock, Pencil, Plus, Trash2, User } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWorkspace } from '../../../session/workspace.ts'
import { IconButton } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import type { OpenView } from './use-view-state.ts'
import type { View, ViewState } from './view-state.logic.ts'

const ViewDialog = lazyPart(async () => (await import('./view.dialog.tsx')).ViewDialog)

interface Props {
  workbookId: string
  looking: OpenView
  /** The present state, as a new view stores it. */
  present: () => ViewState
  /** Set when another component asks to save the present state as a view. */
  saving: boolean
  onSaving: (saving: boolean) => void
}

export function ViewTabs({ workbookId, looking, present, saving, onSaving }: Props) {
  const { views, view, changed } = looking
  const workspace = useWorkspace()
  const { open, dialog } = useDialogs({
    edit: (close, edited: View) => (
      <ViewDialog
        title="Rename or share"
        verb="Save"
        name={edited.name}
        scope={edited.scope}
        mayShare={looking.mayShare}
        onClose={close}
        onSave={(name, scope) => looking.rename(edited, name, scope)}
      />
    ),
  })
  const strip = useRef<HTMLElement>(null)
  const openId = view?.id ?? null

  // The open one is scrolled to: there may be more tabs than fit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another tab in sight
  useEffect(() => {
    strip.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [openId])

  function itemsOf(one: View): MenuItem[] {
    const may = looking.mayChange(one)
    const hint = may ? {} : { hint: one.scope === 'locked' ? 'Locked: its maker and admins may' : 'Editors may' }
    return [
      { label: 'Rename or share', icon: Pencil, disabled: !may, ...hint, onSelect: () => open.edit(one) },
      { label: 'Duplicate', icon: Copy, onSelect: () => void looking.duplicate(one) },
      {
        label: 'Copy link',
        icon: Link2,
        onSelect: async () => {
          if (await copyText(`${location.origin}${location.pathname}?view=${one.id}`)) toast('The link was copied.')
        },
      },
      'separator',
      { label: 'Delete view', icon: Trash2, danger: true, disabled: !may, onSelect: () => void looking.remove(one) },
    ]
  }

  const tab =
    'flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 px-2 text-sm -outline-offset-2! pointer-coarse:h-11 '
  const look = (on: boolean) =>
    `${tab}${on ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`
  const to = {
    to: '/w/$workspace/workbooks/$workbookId',
    params: { workspace: workspace.slug, workbookId },
  } as const
  return (
    <nav
      ref={strip}
      aria-label="Views"
      className="flex h-9 shrink-0 items-stretch overflow-x-auto overflow-y-hidden border-b bg-canvas px-1.5 [scrollbar-width:none] pointer-coarse:h-11"
    >
      <Link {...to} search={{}} aria-current={view ? undefined : 'page'} className={look(!view)}>
        All rows
        {!view && changed.length > 0 && <Dot />}
      </Link>
      {views.map((one) => {
        const isOpen = one.id === view?.id
        return (
          <span key={one.id} className="flex items-stretch">
            <Link
              {...to}
              search={{ view: one.id }}
              aria-current={isOpen ? 'page' : undefined}
              className={look(isOpen)}
              dir="auto"
            >
              {one.scope === 'locked' && <Lock aria-label="Locked" className="size-3 text-ink-3" />}
              {one.scope === 'personal' && <User aria-label="Only you see it" className="size-3 text-ink-3" />}
              <span className="max-w-48 truncate">{one.name}</span>
              {isOpen && changed.length > 0 && <Dot />}
            </Link>
            {isOpen && (
              <Menu
                items={itemsOf(one)}
                trigger={
                  <button
                    type="button"
                    aria-label={`More about ${one.name}`}
                    className="-ml-1 flex w-6 items-center justify-center border-accent border-b-2 text-ink-3 hover:text-ink"
                  >
                    <ChevronDown aria-hidden className="size-3.5" />
                  </button>
                }
              />
            )}
          </span>
        )
      })}
      <span className="flex items-center px-1">
        <IconButton size="sm" icon={Plus} label="New view" onClick={() => onSaving(true)} />
      </span>
      {saving && (
        <ViewDialog
          title="New view"
          about="It keeps the filter, order, columns and colors as they are now."
          verb="Save view"
          name=""
          scope={looking.mayShare ? 'shared' : 'personal'}
          mayShare={looking.mayShare}
          onClose={() => onSaving(false)}
          onSave={(name, scope) => looking.create(name, scope, present())}
        />
      )}
      {dialog}
    </nav>
  )
}

function Dot() {
  return (
    <Tooltip text="Has changes that are not saved">
      <span role="img" aria-label="Changed" className="size-1.5 rounded-full bg-accent" />
    </Tooltip>
  )
}
