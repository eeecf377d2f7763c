// One titled part of a panel.
import type { ReactNode } from 'react'

export function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}
