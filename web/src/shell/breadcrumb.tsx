// Where we are: the list it belongs to and its name, which can be clicked and changed in place.
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useCurrentPage } from '../session/page.ts'
import { showError } from '../session/show-error.ts'

export function Breadcrumb() {
  const page = useCurrentPage()
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 flex-1 items-center gap-1">
      {page.parent && (
        <>
          <Link
            to={page.parent.to}
            className="hidden shrink-0 rounded-md px-1.5 py-1 text-ink-2 hover:bg-hover hover:text-ink sm:inline"
          >
            {page.parent.title}
          </Link>
          <span aria-hidden className="hidden text-line-strong sm:inline">
            /
          </span>
        </>
      )}
      {page.rename && page.title ? (
        <InlineName key={page.title} name={page.title} rename={page.rename} />
      ) : (
        <h1 className="min-w-0 truncate px-1.5 font-medium" dir="auto">
          {page.title}
        </h1>
      )}
    </nav>
  )
}

function InlineName({ name, rename }: { name: string; rename: (name: string) => Promise<unknown> }) {
  const [draft, setDraft] = useState<string | null>(null)

  async function commit() {
    const next = draft?.trim()
    if (!next || next === name) {
      setDraft(null)
      return
    }
    try {
      await rename(next)
    } catch (error) {
      showError(error, 'The name is as it was.')
    }
    setDraft(null)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') void commit()
    else if (event.key === 'Escape') setDraft(null)
    else return
    event.stopPropagation()
  }

  if (draft === null)
    return (
      <h1 className="min-w-0 font-medium">
        <button
          type="button"
          title={`${name}: click to rename`}
          dir="auto"
          onClick={() => setDraft(name)}
          className="max-w-full truncate rounded-md px-1.5 py-1 text-left align-middle hover:bg-hover"
        >
          {name}
        </button>
      </h1>
    )
  return (
    <input
      aria-label="Name"
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: it stands where the click was
      autoFocus
      value={draft}
      maxLength={200}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => void commit()}
      onKeyDown={press}
      className="min-w-0 max-w-md flex-1 rounded-md border border-accent bg-surface px-1.5 py-0.5 font-medium outline-none"
    />
  )
}
