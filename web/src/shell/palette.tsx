// The command palette: type to find a record, a page or something to do, arrows to choose, Enter to go.
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react'
import { grouped, type PaletteCommand, useAllCommands, withoutTwins } from '../session/commands.ts'
import { rankCommands } from '../session/ranking.logic.ts'
import { WorkspaceContext } from '../session/workspace.ts'
import { cx } from '../ui/classes.ts'
import { useReturnFocus } from '../ui/focus-home.ts'
import { Keys } from '../ui/kbd.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useRecords } from './records.ts'

const CatalogCommands = lazyPart(async () => (await import('./catalog-commands.tsx')).CatalogCommands)

/** More are never read. */
const MOST_SHOWN = 60

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function Palette({ open, onOpenChange }: Props) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[70vh] max-w-xl animate-rise flex-col overflow-hidden rounded-lg border bg-raised shadow-lift sm:top-[12vh]"
        >
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <Finder close={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Finder({ close }: { close: () => void }) {
  const [question, setQuestion] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const workspace = use(WorkspaceContext)
  const known = withoutTwins(useAllCommands().filter((one) => one.run && !one.hidden))
  const ids = new Set(known.map((one) => one.id))
  const { records, isOpen } = useRecords(question)
  const isAsked = question.trim() !== ''
  const ranked = rankCommands([...known, ...records.filter(({ id }) => !ids.has(id))], question).slice(0, MOST_SHOWN)
  const groups: [string, PaletteCommand[]][] = isAsked ? [['', ranked]] : grouped(ranked)
  // In the order they are shown, so that the arrows follow the eye.
  const found = groups.flatMap(([, commands]) => commands)
  const chosen = found[Math.min(at, found.length - 1)]

  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function run(command: PaletteCommand | undefined) {
    if (!command) return
    close()
    // After the dialog has given the focus back, so that a dialog the command opens can take it.
    setTimeout(() => command.run?.())
  }

  function press(event: KeyboardEvent) {
    const last = found.length - 1
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : at - 1)
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }

  return (
    <>
      {workspace && <CatalogCommands question={question} />}
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
          aria-label="Search records, pages and actions"
          placeholder="Search records, pages and actions"
          value={question}
          onChange={(event) => {
            setQuestion(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
          className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
      </div>
      <div ref={list} id={id} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-1.5">
        {found.length === 0 && (
          <p className="px-3 py-8 text-center text-ink-3">
            {isOpen ? 'Searching…' : `Nothing found for “${question}”. Try one word of it.`}
          </p>
        )}
        {found.length > 0 &&
          groups.map(([group, commands]) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
            <div key={group} role="group" aria-label={group || 'Best first'}>
              {group && (
                <p aria-hidden className="px-2.5 pt-2 pb-1 text-ink-3 text-xs">
                  {group}
                </p>
              )}
              {commands.map((command) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox
                <div
                  key={command.id}
                  id={`${id}-${command.id}`}
                  role="option"
                  aria-selected={command === chosen}
                  onClick={() => run(command)}
                  onPointerMove={() => command !== chosen && setAt(found.indexOf(command))}
                  className={cx(
                    'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5',
                    command === chosen && 'bg-hover',
                  )}
                >
                  {command.icon && (
                    <command.icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
                  )}
                  <span className="min-w-0 flex-1 truncate" dir="auto">
                    {command.title}
                    {command.detail && <span className="ml-2 text-ink-3 text-sm">{command.detail}</span>}
                  </span>
                  {command.keys && <Keys keys={command.keys} />}
                  {isAsked && <span className="shrink-0 text-ink-3 text-xs">{command.group}</span>}
                </div>
              ))}
            </div>
          ))}
      </div>
    </>
  )
}
