// The ways to a new workbook: in the menu of the page, and as commands with their keys.
import { FilePlus2, FileUp, Globe, Plus } from 'lucide-react'
import { useCommands } from '../../session/commands.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'

interface Makers {
  blank: () => void
  file: () => void
  domains: () => void
}

export function useMakers(mayEdit: boolean, { blank, file, domains }: Makers): MenuItem[] {
  const group = 'Workbooks'
  useCommands(
    mayEdit
      ? [
          { id: 'new-workbook', group, title: 'New blank workbook', icon: Plus, keys: ['n'], run: blank },
          { id: 'new-from-file', group, title: 'New workbook from a file', icon: FileUp, keys: ['i'], run: file },
          { id: 'new-from-domains', group, title: 'New workbook from a list of domains', icon: Globe, run: domains },
        ]
      : [],
  )
  return [
    { label: 'Blank workbook', icon: FilePlus2, onSelect: blank },
    { label: 'From a file', hint: 'CSV, Excel or JSON; or drop it on this page', icon: FileUp, onSelect: file },
    { label: 'From a list of domains', hint: 'Or paste it anywhere on this page', icon: Globe, onSelect: domains },
  ]
}
