// The menu of a right click, from the same items as one under a button.
import { ContextMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { type MenuItem, MenuRows, menuBox } from './menu.tsx'

export function ContextMenu({ items, children }: { items: MenuItem[]; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content collisionPadding={8} className={menuBox}>
          <MenuRows items={items} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
