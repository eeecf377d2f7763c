// The audit log of the workspace, for its admins.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { NoPermission, SettingsPage } from '../settings-page.tsx'
import { AuditLog } from './audit-log.tsx'

const route = getRouteApi('/w/$workspace/settings/audit')

export function AuditPage() {
  const workspace = useWorkspace()
  const search = route.useSearch()
  const navigate = useNavigate()
  return (
    <SettingsPage page="audit" wide>
      {roleReaches(workspace.role, 'admin') ? (
        <AuditLog
          of="workspace"
          search={search}
          onSearch={(next) =>
            void navigate({ to: '/w/$workspace/settings/audit', params: { workspace: workspace.slug }, search: next })
          }
        />
      ) : (
        <NoPermission needs="admin" what="the audit log" />
      )}
    </SettingsPage>
  )
}
