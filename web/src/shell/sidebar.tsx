// The areas of the product at the left: 220 px, or 56 px with icons only; a sheet over the page on a phone.
import { Link } from '@tanstack/react-router'
import { BookOpen, type LucideIcon, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/classes.ts'
import { Mark } from '../ui/mark.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import { AREAS } from './areas.ts'

interface Props {
  collapsed: boolean
  onToggle: () => void
  drawer: boolean
  onDrawer: (open: boolean) => void
  workspace: string
}

const item =
  'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:h-11 ' +
  'data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink'

function Words({ icon: Icon, text, collapsed }: { icon: LucideIcon; text: string; collapsed: boolean }) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{text}</span>
    </>
  )
}

function Hint({ text, when, children }: { text: string; when: boolean; children: React.ReactElement }) {
  return when ? (
    <Tooltip text={text} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
}

function Areas({ workspace, collapsed, onGo }: { workspace: string; collapsed: boolean; onGo?: () => void }) {
  return (
    <nav aria-label="Areas" className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-2">
      {AREAS.map(({ to, icon, text }) => (
        <Hint key={to} text={text} when={collapsed}>
          <Link
            to={to}
            params={{ workspace }}
            activeOptions={{ exact: text === 'Home' }}
            className={item}
            onClick={onGo}
          >
            <Words icon={icon} text={text} collapsed={collapsed} />
          </Link>
        </Hint>
      ))}
      <span className="flex-1" />
      <Hint text="API documentation" when={collapsed}>
        <a href="/docs" target="_blank" rel="noopener" className={item}>
          <Words icon={BookOpen} text="API documentation" collapsed={collapsed} />
        </a>
      </Hint>
    </nav>
  )
}

export function Sidebar({ collapsed, onToggle, drawer, onDrawer, workspace }: Props) {
  return (
    <>
      <aside
        aria-label="Sidebar"
        className={cx(
          'hidden shrink-0 flex-col border-r bg-canvas transition-[width] duration-150 md:flex',
          collapsed ? 'w-14' : 'w-55',
        )}
      >
        <div className={cx('flex h-11 items-center gap-2.5 px-4', collapsed && 'justify-center px-0')}>
          <Mark className="size-6 shrink-0" />
          {!collapsed && <span className="font-semibold tracking-tight">Millrace</span>}
        </div>
        <Areas workspace={workspace} collapsed={collapsed} />
        <div className="border-t p-2">
          <IconButton
            icon={collapsed ? PanelLeftOpen : PanelLeftClose}
            label={collapsed ? 'Open the sidebar' : 'Collapse the sidebar'}
            keys={['mod', 'b']}
            className={collapsed ? 'w-10' : ''}
            onClick={onToggle}
          />
        </div>
      </aside>
      <Radix.Root open={drawer} onOpenChange={onDrawer}>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              ;(event.currentTarget as HTMLElement).focus()
            }}
            className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-slide-in flex-col border-r bg-canvas shadow-lift focus:outline-none"
          >
            <div className="flex h-12 items-center gap-2.5 px-4">
              <Mark className="size-6" />
              <Radix.Title className="flex-1 font-semibold tracking-tight">Millrace</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon={X} label="Close" />
              </Radix.Close>
            </div>
            <Areas workspace={workspace} collapsed={false} onGo={() => onDrawer(false)} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </>
  )
}
