// What can be done with a workbook as a whole, for its menu and for the command palette.
import {
  BookOpen,
  Contact,
  CopyCheck,
  CopyPlus,
  FileDown,
  FileUp,
  LayoutTemplate,
  MessageSquare,
  RefreshCw,
  Replace,
  ScanSearch,
  Wallet,
  Webhook,
} from 'lucide-react'
import { showError } from '../../../session/show-error.ts'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { REPLACE_KEYS } from '../find/replace-keys.ts'
import type { OpenDialog } from './workbook-dialogs.tsx'

interface Parts {
  workbook: { id: string; name: string }
  editable: boolean
  setDialog: (dialog: OpenDialog) => void
  /** Goes to the review of rows that may be the same. */
  onDuplicates: () => void
  /** Goes to the recipes, for this workbook. */
  onUseRecipe: () => void
  onReplace: () => void
  onComments: () => void
}

export function workbookMenu({
  workbook,
  editable,
  setDialog,
  onDuplicates,
  onUseRecipe,
  onReplace,
  onComments,
}: Parts): MenuItem[] {
  const save = (format: 'yaml' | 'json') => void saveDefinition(workbook, format)
  const exporting: MenuItem = {
    label: 'Export definition',
    icon: FileDown,
    items: [
      { label: 'As YAML', onSelect: () => save('yaml') },
      { label: 'As JSON', onSelect: () => save('json') },
    ],
  }
  const duplicateKey = {
    label: 'Duplicate key',
    icon: ScanSearch,
    onSelect: () => setDialog({ kind: 'identity' }),
  }
  const duplicates = { label: 'Find duplicates', icon: CopyCheck, onSelect: onDuplicates }
  const leads = { label: 'Rows and leads', icon: Contact, onSelect: () => setDialog({ kind: 'leads' }) }
  const cost = { label: 'Cost and budget', icon: Wallet, onSelect: () => setDialog({ kind: 'cost' }) }
  const refresh = { label: 'Refresh old values', icon: RefreshCw, onSelect: () => setDialog({ kind: 'refresh' }) }
  const comments = { label: 'Comments', icon: MessageSquare, onSelect: onComments }
  if (!editable) return [comments, 'separator', cost, duplicateKey, duplicates, leads, refresh, exporting]
  return [
    { label: 'Find and replace', icon: Replace, keys: REPLACE_KEYS, onSelect: onReplace },
    comments,
    'separator',
    cost,
    duplicateKey,
    duplicates,
    leads,
    refresh,
    { label: 'Send rows by API', icon: Webhook, onSelect: () => setDialog({ kind: 'ingest' }) },
    'separator',
    { label: 'Duplicate workbook', icon: CopyPlus, onSelect: () => setDialog({ kind: 'duplicate' }) },
    { label: 'Use a recipe', icon: BookOpen, onSelect: onUseRecipe },
    { label: 'Save as recipe', icon: LayoutTemplate, onSelect: () => setDialog({ kind: 'recipe' }) },
    exporting,
    { label: 'Apply a definition', icon: FileUp, onSelect: () => setDialog({ kind: 'definition' }) },
  ]
}

async function saveDefinition({ id, name }: Parts['workbook'], format: 'yaml' | 'json') {
  try {
    const { readDefinition } = await import('../../columns/workbook-settings.api.ts')
    saveFile(await readDefinition(id, format), `${name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'workbook'}.${format}`)
  } catch (error) {
    showError(error, 'No file was made.')
  }
}
