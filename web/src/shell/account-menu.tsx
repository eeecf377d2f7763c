// The signed-in user, the theme, and sign-out.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Keyboard, LogOut, MonitorCog, MonitorSmartphone, Moon, Sun, UserRound } from 'lucide-react'
import { session } from '../api/session.ts'
import { meQuery } from '../features/settings/settings.queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { setTheme, useThemeChoice } from './theme.ts'

interface Props {
  onKeys: () => void
  /** Slug of the workspace whose settings are shown. */
  slug: string | undefined
}

export function AccountMenu({ onKeys, slug }: Props) {
  const theme = useThemeChoice()
  const navigate = useNavigate()
  const me = useQuery(meQuery)
  const name = me.data?.username ?? session.username() ?? ''
  const settings = (page: string) => () => void navigate({ to: `/w/${slug}/settings/${page}` })
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" aria-label={`Account: ${name}`} className="ml-1 flex shrink-0 rounded-full">
          <Avatar name={name} image={me.data?.profile_image} className="pointer-coarse:size-8" />
        </button>
      }
      items={[
        { heading: `Signed in as ${name}` },
        ...(slug
          ? [
              { label: 'Profile', icon: UserRound, onSelect: settings('profile') },
              { label: 'Sessions', icon: MonitorSmartphone, onSelect: settings('sessions') },
              'separator' as const,
            ]
          : []),
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
