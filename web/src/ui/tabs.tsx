// Tabs with an underline for the chosen one.
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  /** Where the choice is a part of an address or a form; by itself it begins with the first and keeps what is chosen. */
  value?: string
  onChange?: (value: string) => void
  label: string
  tabs: { value: string; label: ReactNode; count?: number; content?: ReactNode }[]
}

export function Tabs({ value: wanted, onChange, label, tabs }: Props) {
  // A link may name a tab that is gone.
  const first = tabs[0]?.value ?? ''
  const value = wanted === undefined || tabs.some((tab) => tab.value === wanted) ? wanted : first
  const list = useRef<HTMLDivElement>(null)
  const chosen = value === undefined ? { defaultValue: first } : { value }
  // On a phone the strip scrolls; the chosen tab is never outside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is what moves it
  useEffect(() => {
    list.current?.querySelector('[data-state=active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Radix.Root {...chosen} onValueChange={onChange} className="flex min-h-0 flex-col">
      <Radix.List ref={list} aria-label={label} className="flex shrink-0 gap-4 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            // What a tab without content chooses is elsewhere on the page.
            {...(tab.content === undefined ? { 'aria-controls': undefined } : {})}
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            className="flex h-9 rounded-t-sm px-0.5 -outline-offset-2! items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && <span className="text-ink-3 text-xs tabular-nums">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(
        (tab) =>
          tab.content !== undefined && (
            <Radix.Content key={tab.value} value={tab.value} className="min-h-0 flex-1 overflow-auto pt-4">
              {tab.content}
            </Radix.Content>
          ),
      )}
    </Radix.Root>
  )
}
