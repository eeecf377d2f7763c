// The audit log of the workspace or of the installation, page after page, and as a file.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { auditQuery } from './audit.logic.ts'
import type { AuditSearch } from './audit-search.logic.ts'

export type AuditOf = 'workspace' | 'installation'

export function auditLines(of: AuditOf, search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: of === 'workspace' ? [...keys.settings('audit'), search] : ['admin', 'audit', search],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = { ...auditQuery(search), limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }
      return take(
        of === 'workspace'
          ? api.GET('/api/settings/audit', { params: { query } })
          : api.GET('/admin/audit', { params: { query } }),
      )
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (before) => before,
  })
}

const FILES = {
  workspace: { csv: '/api/settings/audit/export.csv', jsonl: '/api/settings/audit/export.jsonl' },
  installation: { csv: '/admin/audit/export.csv', jsonl: '/admin/audit/export.jsonl' },
} as const

/** Saves what the filter shows, all of it; a download that breaks off saves nothing. */
export async function exportAudit(of: AuditOf, format: 'csv' | 'jsonl', search: AuditSearch): Promise<void> {
  const call = { params: { query: auditQuery(search) }, parseAs: 'blob' } as const
  const file = await take(api.GET(FILES[of][format], call))
  saveFile(file, `audit.${format}`)
}
