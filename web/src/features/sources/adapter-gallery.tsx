// The kinds of sources to choose from, by group, with a search.
import { KeyRound, Search } from 'lucide-react'
import { useState } from 'react'
import { Input } from '../../ui/forms/field.tsx'
import type { Adapter } from './sources.api.ts'
import { foundAdapters } from './sources.logic.ts'

export function AdapterGallery({ adapters, onChoose }: { adapters: Adapter[]; onChoose: (adapter: Adapter) => void }) {
  const [search, setSearch] = useState('')
  const found = foundAdapters(adapters, search)
  return (
    <div className="flex flex-col gap-4">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          type="search"
          aria-label="Search sources"
          placeholder="Search: registers, jobs, feed, CSV"
          value={search}
          className="pl-8"
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {found.length === 0 && (
        <p className="py-6 text-center text-ink-3">No source is called so. HTTP API reads any JSON.</p>
      )}
      {found.map(([group, items]) => (
        <section key={group} aria-label={group}>
          <h3 className="mb-1.5 font-medium text-ink-2 text-sm">{group}</h3>
          <ul className="grid gap-2 sm:grid-cols-2">
            {items.map((adapter) => (
              <li key={adapter.id}>
                <button
                  type="button"
                  className="flex h-full w-full flex-col gap-0.5 rounded-md border px-3 py-2 text-left hover:border-accent hover:bg-hover"
                  onClick={() => onChoose(adapter)}
                >
                  <span className="flex items-center gap-1.5 font-medium">
                    {adapter.title}
                    {adapter.integration?.required && !adapter.integration.configured && (
                      <span className="inline-flex items-center gap-1 rounded-sm bg-warn-soft px-1 text-warn text-xs">
                        <KeyRound aria-hidden className="size-3" />
                        Needs a key
                      </span>
                    )}
                  </span>
                  <span className="text-ink-3 text-sm">{adapter.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
