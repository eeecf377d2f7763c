// The rules of the workspace, each as the sentence that it is.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pause, Play, Plus, Trash2, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import type { Schemas } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { count, counted, money } from '../../ui/format.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TimeAgo, TimeAhead } from '../../ui/time.tsx'
import { Frame, Loaded } from '../settings/settings-page.tsx'
import { deleteRule, forgetSoon, rulesQuery, setRunning } from './automations.api.ts'
import { statusWord, toneOf } from './draft.logic.ts'

export function RulesList() {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const rules = useQuery(rulesQuery())
  const [removing, setRemoving] = useState<Schemas['Automation'] | null>(null)
  const mayEdit = roleReaches(workspace.role, 'admin')
  useEvents({ types: ['automation.*'] }, () => forgetSoon('rules'))
  const add = mayEdit && (
    <Button
      look="primary"
      icon={Plus}
      onClick={() =>
        void navigate({
          to: '/w/$workspace/automations/$automationId',
          params: { workspace: workspace.slug, automationId: 'new' },
        })
      }
    >
      Add an automation
    </Button>
  )
  return (
    <Loaded query={rules} what="The automations" skeleton={<ListSkeleton rows={5} />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState icon={Workflow} title="No automations yet" action={add}>
            An automation does something when something happens: when a lead is created, run columns, tell people or
            send a webhook.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-3">
            <div className="flex justify-end">{add}</div>
            <Frame>
              <ul className="divide-y">
                {all.map((rule) => (
                  <Row key={rule.id} rule={rule} onRemove={mayEdit ? () => setRemoving(rule) : undefined} />
                ))}
              </ul>
            </Frame>
            {removing && (
              <ConfirmDialog
                title={`Delete "${removing.name}"?`}
                action="Delete the automation"
                run={() => deleteRule(removing.id)}
                onClose={() => setRemoving(null)}
              >
                <p>
                  {removing.waiting > 0 && `${counted(removing.waiting, 'run')} of it waiting will be cancelled. `}
                  Its log of runs goes with it. What it has done stays.
                </p>
              </ConfirmDialog>
            )}
          </div>
        )
      }
    </Loaded>
  )
}

function Row({ rule, onRemove }: { rule: Schemas['Automation']; onRemove: (() => void) | undefined }) {
  const workspace = useWorkspace()
  const isOn = rule.status === 'active'
  const toggle = () => setRunning(rule.id, !isOn).catch((error) => showError(error, 'The automation is as it was.'))
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 max-sm:min-h-9 max-sm:pr-20">
          <Link
            to="/w/$workspace/automations/$automationId"
            params={{ workspace: workspace.slug, automationId: rule.id }}
            className="min-w-0 truncate font-medium hover:underline"
            dir="auto"
          >
            {rule.name}
          </Link>
          <Badge tone={toneOf(rule.status)}>{statusWord(rule.status)}</Badge>
          {rule.waiting > 0 && <Badge tone="accent">{counted(rule.waiting, 'run')} waiting</Badge>}
        </p>
        <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">{rule.sentence}</p>
        {rule.status_reason && <p className="mt-0.5 text-bad text-sm">{rule.status_reason}</p>}
        <p className="mt-1 flex flex-wrap gap-x-3 text-ink-3 text-xs">
          <span>
            {rule.checked === 0
              ? 'No events yet'
              : `${count(rule.matched)} of ${counted(rule.checked, 'event')} matched`}
          </span>
          {rule.last_matched_at && (
            <span>
              last <TimeAgo at={rule.last_matched_at} />
            </span>
          )}
          {rule.next_at && (
            <span>
              next <TimeAhead at={rule.next_at} />
            </span>
          )}
          <span>{money(rule.spent_today_usd)} today</span>
        </p>
      </div>
      {onRemove && (
        <span className="flex shrink-0 gap-1 max-sm:absolute max-sm:top-2 max-sm:right-2">
          <IconButton
            size="sm"
            icon={isOn ? Pause : Play}
            label={`${isOn ? 'Pause' : 'Resume'} ${rule.name}`}
            onClick={toggle}
          />
          <IconButton size="sm" icon={Trash2} label={`Delete ${rule.name}`} onClick={onRemove} />
        </span>
      )}
    </li>
  )
}
