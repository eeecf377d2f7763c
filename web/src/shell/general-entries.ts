// What the frame of every page offers in the command palette: its words and icons.
import { Keyboard, LogOut, MonitorCog, Moon, Sun } from 'lucide-react'
import type { PaletteCommand } from '../session/commands.ts'

export const GENERAL = {
  keys: { id: 'keys', group: 'General', title: 'Keyboard', icon: Keyboard, keys: ['?'], words: 'keys' },
  light: { id: 'theme-light', group: 'Look', title: 'Light theme', icon: Sun, words: 'mode day white appearance' },
  dark: { id: 'theme-dark', group: 'Look', title: 'Dark theme', icon: Moon, words: 'mode appearance' },
  system: {
    id: 'theme-system',
    group: 'Look',
    title: 'Theme as the system says',
    icon: MonitorCog,
    words: 'mode appearance automatic',
  },
  signOut: { id: 'sign-out', group: 'Account', title: 'Sign out', icon: LogOut },
} satisfies Record<string, Omit<PaletteCommand, 'run'>>
