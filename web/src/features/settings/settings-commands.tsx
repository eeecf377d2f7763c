// The pages of the settings in the command palette; nothing on the page waits for them.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useCommands } from '../../session/commands.ts'
import { areasFor } from './areas.logic.ts'
import { meQuery } from './settings.queries.ts'

export function SettingsCommands({ workspace }: { workspace: string }) {
  const navigate = useNavigate()
  const me = useQuery(meQuery)
  useCommands(
    areasFor(me.data?.is_admin ?? false).map((area) => ({
      id: `settings-${area.page}`,
      group: 'Settings',
      title: area.title,
      icon: Settings,
      words: `settings ${area.group} ${area.words ?? ''}`,
      run: () => void navigate({ to: `/w/${workspace}/settings/${area.page}` }),
    })),
  )
  return null
}
