// The keys that the workspace brings to vendors, one card each; the address says which card is open.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../../api/events.ts'
import { invalidateSoon, keys } from '../../../api/queries.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Input } from '../../../ui/forms/field.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Loaded, ReadOnlyNote, SettingsPage } from '../settings-page.tsx'
import { IntegrationCard } from './integration-card.tsx'
import { shownIntegrations } from './integrations.logic.ts'
import { integrationsQuery } from './integrations.queries.ts'

const route = getRouteApi('/w/$workspace/settings/integrations')
/** A search field is of use from here on. */
const many = 6

export function IntegrationsPage() {
  const workspace = useWorkspace()
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const integrations = useQuery(integrationsQuery())
  const [question, setQuestion] = useState('')
  const mayEdit = roleReaches(workspace.role, 'admin')
  useEvents({ types: ['integration.*'] }, () => invalidateSoon(keys.settings('integrations')))

  function toggle(id: string) {
    void navigate({
      to: '/w/$workspace/settings/integrations',
      params: { workspace: workspace.slug },
      search: open === id ? {} : { open: id },
      replace: true,
    })
  }

  return (
    <SettingsPage page="integrations" wide>
      {!mayEdit && <ReadOnlyNote needs="admin" />}
      <Loaded query={integrations} what="The integrations" skeleton={<ListSkeleton rows={5} />}>
        {({ items }) => {
          const shown = shownIntegrations(items, question)
          return (
            <div className="flex flex-col gap-3">
              {items.length > many && (
                <Input
                  type="search"
                  aria-label="Search vendors and what they find"
                  placeholder="Search vendors and what they find"
                  value={question}
                  onChange={(event) => setQuestion(event.target.value)}
                  className="max-w-72"
                />
              )}
              {shown.length === 0 ? (
                <EmptyState
                  icon={SearchX}
                  title={`No vendor finds “${question.trim()}”`}
                  action={<Button onClick={() => setQuestion('')}>Show all {counted(items.length, 'vendor')}</Button>}
                />
              ) : (
                <ul className="flex flex-col gap-2">
                  {shown.map((one) => (
                    <IntegrationCard
                      key={one.id}
                      integration={one}
                      workspaceId={workspace.id}
                      mayEdit={mayEdit}
                      open={open === one.id}
                      onToggle={() => toggle(one.id)}
                    />
                  ))}
                </ul>
              )}
            </div>
          )
        }}
      </Loaded>
    </SettingsPage>
  )
}
