// Menus from one list of items: under a button, or at a point of the page (for the grid's canvas).
import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { Fragment, type ReactNode } from 'react'
import { cx } from '../classes.ts'
import { focusHome } from '../focus-home.ts'
import { Keys } from '../kbd.tsx'
import { floating } from './popover.tsx'

export interface MenuAction {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  keys?: string[]
  /** A second line in small print: why it is disabled, what it will do. */
  hint?: string
  danger?: boolean
  disabled?: boolean
  checked?: boolean
}

export type MenuItem =
  | MenuAction
  | { heading: string }
  | 'separator'
  | { label: string; icon?: LucideIcon; items: MenuItem[] }

/** Everything that can be picked, however deep; what lies deeper is named after what it lies in. */
export function actionsIn(items: readonly MenuItem[], within = ''): MenuAction[] {
  return items.flatMap((item) => {
    if (item === 'separator' || 'heading' in item) return []
    if ('items' in item) return actionsIn(item.items, `${item.label}: `)
    return item.disabled ? [] : [{ ...item, label: within ? `${within}${item.label.toLowerCase()}` : item.label }]
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the two Radix menus have the same parts under different types
type Parts = any

export function MenuRows({ items, parts: P }: { items: MenuItem[]; parts: Parts }) {
  const row =
    'flex min-h-8 select-none items-center gap-2 rounded-sm px-2 py-1 outline-none pointer-coarse:min-h-10 ' +
    'data-disabled:opacity-50 data-highlighted:bg-hover'
  return items.map((item, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed while the menu is open
    if (item === 'separator') return <P.Separator key={index} className="my-1 h-px bg-line" />
    if ('heading' in item)
      return (
        <P.Label key={item.heading} className="px-2 pt-1.5 pb-0.5 text-ink-3 text-xs">
          {item.heading}
        </P.Label>
      )
    const icon = item.icon ? (
      <item.icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
    ) : (
      <span className="w-0" />
    )
    if ('items' in item)
      return (
        <P.Sub key={item.label}>
          <P.SubTrigger className={cx(row, 'data-[state=open]:bg-hover')}>
            {icon}
            <span className="flex-1">{item.label}</span>
            <span aria-hidden className="text-ink-3">
              ›
            </span>
          </P.SubTrigger>
          <P.Portal>
            <P.SubContent className={cx(floating, 'min-w-44 overflow-auto p-1')} collisionPadding={8}>
              <MenuRows items={item.items} parts={P} />
            </P.SubContent>
          </P.Portal>
        </P.Sub>
      )
    return (
      <P.Item
        key={item.label}
        disabled={item.disabled}
        onSelect={item.onSelect}
        className={cx(row, item.danger && 'text-bad')}
      >
        {item.checked === undefined ? (
          icon
        ) : (
          <Check aria-hidden className={cx('size-4', !item.checked && 'invisible')} />
        )}
        <span className="min-w-0 flex-1">
          <span className="block truncate">{item.label}</span>
          {item.hint && <span className="block max-w-64 text-ink-3 text-xs">{item.hint}</span>}
        </span>
        {item.keys && <Keys keys={item.keys} />}
      </P.Item>
    )
  })
}

export const menuBox = cx(floating, 'min-w-48 max-w-80 overflow-auto p-1')

interface MenuProps {
  trigger: ReactNode
  items: MenuItem[]
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right'
}

export function Menu({ trigger, items, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} side={side} sideOffset={4} collisionPadding={8} className={menuBox}>
          <MenuRows items={items} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuAtProps {
  /** Viewport point in px; null is closed. */
  at: { x: number; y: number } | null
  items: MenuItem[]
  onClose: () => void
}

export function MenuAt({ at, items, onClose }: MenuAtProps) {
  return (
    <Fragment key={at ? `${at.x},${at.y}` : 'closed'}>
      <Radix.Root modal={false} open={at !== null} onOpenChange={(open) => !open && onClose()}>
        <Radix.Trigger asChild>
          <span
            aria-hidden
            className="pointer-events-none fixed size-0"
            style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
          />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            align="start"
            sideOffset={2}
            collisionPadding={8}
            className={menuBox}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              focusHome()
            }}
          >
            <MenuRows items={items} parts={Radix} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Fragment>
  )
}
