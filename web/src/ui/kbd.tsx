// Key caps, written the way the reader's keyboard names them.
import { cx } from './classes.ts'

const mac = /Mac|iPhone|iPad/.test(navigator.platform)
const names: Record<string, string> = {
  mod: mac ? '⌘' : 'Ctrl',
  shift: mac ? '⇧' : 'Shift',
  alt: mac ? '⌥' : 'Alt',
  enter: '↵',
  esc: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  space: 'Space',
  ctrl: 'Ctrl',
  tab: 'Tab',
  delete: 'Del',
  backspace: '⌫',
}

export function keyName(key: string): string {
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

export function Kbd({ children, inverted }: { children: string; inverted?: boolean | undefined }) {
  return (
    <kbd
      className={cx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-sm px-1 font-sans text-2xs',
        inverted ? 'bg-canvas/20' : 'border bg-canvas text-ink-2',
      )}
    >
      {children}
    </kbd>
  )
}

export function Keys({ keys, inverted }: { keys: string[]; inverted?: boolean }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <Kbd key={key} inverted={inverted}>
          {keyName(key)}
        </Kbd>
      ))}
    </span>
  )
}
