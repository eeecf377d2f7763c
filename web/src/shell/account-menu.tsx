// Who is signed in, the theme, and the way out.
import { Keyboard, LogOut, MonitorCog, Moon, Sun } from 'lucide-react'
import { session } from '../api/session.ts'
import { Menu } from '../ui/menu.tsx'
import { setTheme, useThemeChoice } from './theme.ts'

export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const theme = useThemeChoice()
  const name = session.username() ?? ''
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`Account: ${name}`}
          className="ml-1 flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-ink text-xs uppercase pointer-coarse:size-8"
        >
          {[...name][0] ?? '?'}
        </button>
      }
      items={[
        { heading: `Signed in as ${name}` },
        {
          label: 'Theme',
          icon: theme === 'dark' ? Moon : theme === 'light' ? Sun : MonitorCog,
          items: [
            { label: 'As the system says', checked: theme === 'system', onSelect: () => setTheme('system') },
            { label: 'Light', checked: theme === 'light', onSelect: () => setTheme('light') },
            { label: 'Dark', checked: theme === 'dark', onSelect: () => setTheme('dark') },
          ],
        },
        { label: 'Keyboard', icon: Keyboard, keys: ['?'], onSelect: onKeys },
        'separator',
        { label: 'Sign out', icon: LogOut, onSelect: () => void session.signOut() },
      ]}
    />
  )
}
