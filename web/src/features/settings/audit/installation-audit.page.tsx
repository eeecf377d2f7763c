// The audit log of the installation, for its administrators: logins, accounts, and workspaces that come and go.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useWorkspace } from '../../../session/workspace.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { meQuery } from '../settings.queries.ts'
import { Loaded, SettingsPage } from '../settings-page.tsx'
import { AuditLog } from './audit-log.tsx'

const route = getRouteApi('/w/$workspace/settings/installation-audit')

export function InstallationAuditPage() {
  const workspace = useWorkspace()
  const me = useQuery(meQuery)
  const search = route.useSearch()
  const navigate = useNavigate()
  return (
    <SettingsPage page="installation-audit" wide>
      <Loaded query={me} what="Your account" skeleton={<ListSkeleton />}>
        {(user) =>
          user.is_admin ? (
            <AuditLog
              of="installation"
              search={search}
              onSearch={(next) =>
                void navigate({
                  to: '/w/$workspace/settings/installation-audit',
                  params: { workspace: workspace.slug },
                  search: next,
                })
              }
            />
          ) : (
            <EmptyState icon={ShieldAlert} title="This log is for administrators of the installation">
              Ask the operator of this server.
            </EmptyState>
          )
        }
      </Loaded>
    </SettingsPage>
  )
}
