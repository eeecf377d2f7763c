// Everything that can be done right now: pages add commands while they are shown; the palette, the key sheet and the keys read from here.
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface PaletteCommand {
  id: string
  title: string
  /** Heading in the palette and the key sheet. */
  group: string
  icon?: LucideIcon
  /** One combination: `['mod', 'k']`. Without `mod`, `ctrl` or `alt` it is ignored while typing. */
  keys?: string[]
  /** The page hears the keys itself, where they make sense; here they are only told. */
  hearsItself?: boolean
  /** Distinguishes commands of the same title; shown after it. */
  detail?: string
  /** More words to find it by. */
  words?: string
  /** On the key sheet only when left out: the page handles the keys itself. `given` comes from `runWhenOffered`. */
  run?: (given?: unknown) => void
  /** Listed in the palette only when something was typed: one of very many. */
  found?: boolean
  /** What the server found by more than these words: how far from the question it is, as the ranking counts. */
  found_cost?: number
  /** Not listed in the palette. */
  hidden?: boolean
}

let sets: { owner: symbol; commands: PaletteCommand[] }[] = []
let all: PaletteCommand[] = []
const listeners = new Set<() => void>()

function changed() {
  all = sets.flatMap((set) => set.commands)
  for (const tell of listeners) tell()
}

/** Offers these commands while the component is shown. What they run may change; the list is compared by what is shown and how it is found. */
export function useCommands(commands: PaletteCommand[]) {
  const latest = useRef(commands)
  latest.current = commands
  const key = commands
    .map((one) =>
      [one.id, one.title, one.detail, one.keys?.join('+'), one.hidden, one.found_cost, Boolean(one.run)].join('|'),
    )
    .join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the commands
  useEffect(() => {
    const owner = Symbol()
    const stable = latest.current.map((one) => ({
      ...one,
      ...(one.run ? { run: (given?: unknown) => latest.current.find((now) => now.id === one.id)?.run?.(given) } : {}),
    }))
    sets = [...sets, { owner, commands: stable }]
    changed()
    runAwaited()
    return () => {
      sets = sets.filter((set) => set.owner !== owner)
      changed()
    }
  }, [key])
}

let awaited: { id: string; given: unknown; until: number } | null = null
/** A page that takes longer than this to offer the command was left, or may not do it. */
const AWAITED_MS = 10_000

function runAwaited() {
  const command = all.findLast((one) => one.id === awaited?.id)
  if (!awaited || !command?.run) return
  const { given, until } = awaited
  awaited = null
  if (Date.now() < until) command.run(given)
}

export const isOffered = (id: string) => all.some((one) => one.id === id && one.run)

/** Without what stands for a command that the page on screen lists itself. */
export function withoutTwins(commands: readonly PaletteCommand[]): PaletteCommand[] {
  const listed = new Set(commands.map((one) => one.id))
  return commands.filter(({ id }) => !id.startsWith('begin:') || !listed.has(id.slice('begin:'.length)))
}

/** Runs a command of a page: now, or as soon as the page that is being opened offers it. */
export function runWhenOffered(id: string, given?: unknown) {
  awaited = { id, given, until: Date.now() + AWAITED_MS }
  runAwaited()
}

/** Offers one command of the page to `runWhenOffered` alone. */
export function useOffered(may: boolean, id: string, run: (given?: unknown) => void) {
  useCommands(may ? [{ id, group: '', title: id, hidden: true, run }] : [])
}

export function useAllCommands(): PaletteCommand[] {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => all,
  )
}

/** Commands under their headings, in order of first appearance. */
export function grouped(commands: PaletteCommand[]): [string, PaletteCommand[]][] {
  const groups = new Map<string, PaletteCommand[]>()
  for (const command of commands) {
    const group = groups.get(command.group)
    if (group) group.push(command)
    else groups.set(command.group, [command])
  }
  return [...groups]
}

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** Does this key press mean that combination? Shift is not asked for where the character needs it, as in `?`. */
export function pressed(keys: string[], press: Press): boolean {
  const key = keys.at(-1) ?? ''
  const mod = keys.includes('mod')
  if (mod !== (press.ctrlKey || press.metaKey)) return false
  if (keys.includes('alt') !== press.altKey) return false
  const letter = /^[a-z0-9]$/.test(key) || key.length > 1
  if (letter && keys.includes('shift') !== press.shiftKey) return false
  return press.key.toLowerCase() === key.toLowerCase() || (key === 'esc' && press.key === 'Escape')
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Listens for the keys of all commands; the newest page wins. Returns how to stop. */
export function listenForKeys(): () => void {
  function hear(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing) return
    const held = event.ctrlKey || event.metaKey || event.altKey
    if (!held && typing(event.target)) return
    if (document.querySelector('[role=dialog]') && !held) return
    const command = all.findLast((one) => one.run && !one.hearsItself && one.keys && pressed(one.keys, event))
    if (!command) return
    event.preventDefault()
    command.run?.()
  }
  window.addEventListener('keydown', hear)
  return () => window.removeEventListener('keydown', hear)
}
