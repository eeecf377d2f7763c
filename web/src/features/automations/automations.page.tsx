// Automations: the rules, what they did, and the webhooks that go out and come in.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../session/page.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Endpoints } from './endpoints.tsx'
import { Incoming } from './incoming.tsx'
import { RulesList } from './rules-list.tsx'
import { RunLog } from './run-log.tsx'

const TABS = [
  { value: 'rules', label: 'Rules', content: <RulesList /> },
  { value: 'runs', label: 'Runs', content: <RunLog automationId={null} /> },
  { value: 'webhooks', label: 'Webhooks', content: <Endpoints /> },
  { value: 'incoming', label: 'Incoming', content: <Incoming /> },
]

export function AutomationsPage() {
  usePage({ title: 'Automations' })
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const { tab = 'rules' } = useSearch({ from: '/w/$workspace/automations' })
  return (
    <div className="flex min-h-0 w-full max-w-6xl flex-1 flex-col overflow-y-auto px-4 py-4 md:px-8">
      <Tabs
        label="Automations"
        value={tab}
        onChange={(value) =>
          void navigate({
            to: '/w/$workspace/automations',
            params: { workspace: workspace.slug },
            search: value === 'rules' ? {} : { tab: value },
          })
        }
        tabs={TABS}
      />
    </div>
  )
}
