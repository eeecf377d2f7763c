// One sequence: its messages, its people, what will leave when, the result, and how it sends.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Pause, Play, UserPlus } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Loaded } from '../settings/settings-page.tsx'
import { CalendarView } from './calendar-view.tsx'
import { EnrollDialog } from './enroll.dialog.tsx'
import { pauseSequence, resumeSequence, sequenceQuery, startSequence, updateSequence } from './outreach.queries.ts'
import { PeopleView } from './people-view.tsx'
import { SequenceSettingsForm } from './sequence-settings.tsx'
import { StatsView } from './stats-view.tsx'
import { SequenceStatus } from './status-badges.tsx'
import { StepsEditor } from './steps-editor.tsx'

const TABS = ['messages', 'people', 'calendar', 'results', 'sending'] as const
type Tab = (typeof TABS)[number]

export function SequencePage() {
  const workspace = useWorkspace()
  const { sequenceId } = useParams({ strict: false }) as { sequenceId: string }
  const { tab = 'messages' } = useSearch({ strict: false }) as { tab?: Tab }
  const navigate = useNavigate()
  const sequence = useQuery(sequenceQuery(sequenceId))
  const { open, dialog } = useDialogs({
    enroll: (close, enrolled: Schemas['Sequence']) => <EnrollDialog sequence={enrolled} onClose={close} />,
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  usePage({
    title: sequence.data?.name ?? '',
    parent: { title: 'Outreach', to: `/w/${workspace.slug}/outreach/sequences` },
    ...(mayEdit && { rename: (name: string) => updateSequence(sequenceId, { name }) }),
  })
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-6xl flex-col gap-4 px-4 py-5 md:px-8">
        <Loaded query={sequence} what="The sequence" skeleton={<ListSkeleton rows={6} />}>
          {(data) => (
            <>
              <Head sequence={data} mayEdit={mayEdit} onEnroll={() => open.enroll(data)} />
              <Tabs
                label="Sequence"
                value={tab}
                onChange={(next) =>
                  void navigate({
                    to: '/w/$workspace/outreach/sequences/$sequenceId',
                    params: { workspace: workspace.slug, sequenceId },
                    search: { tab: next },
                    replace: true,
                  })
                }
                tabs={[
                  {
                    value: 'messages',
                    label: 'Messages',
                    count: data.steps.length,
                    content: <StepsEditor key={data.id} sequence={data} mayEdit={mayEdit} />,
                  },
                  {
                    value: 'people',
                    label: 'People',
                    count: data.counts.enrolled,
                    content: <PeopleView sequence={data} mayEdit={mayEdit} />,
                  },
                  { value: 'calendar', label: 'Calendar', content: <CalendarView sequence={data} /> },
                  { value: 'results', label: 'Results', content: <StatsView sequence={data} /> },
                  {
                    value: 'sending',
                    label: 'Sending',
                    content: <SequenceSettingsForm key={data.id} sequence={data} mayEdit={mayEdit} />,
                  },
                ]}
              />
              {dialog}
            </>
          )}
        </Loaded>
      </div>
    </div>
  )
}

function Head({
  sequence,
  mayEdit,
  onEnroll,
}: {
  sequence: Schemas['Sequence']
  mayEdit: boolean
  onEnroll: () => void
}) {
  const { busy, submit, words } = useSubmit()
  const { status, pause_reason, problems, counts } = sequence
  const act = status === 'active' ? pauseSequence : status === 'paused' ? resumeSequence : startSequence
  const isBroken = status === 'paused' && (pause_reason === 'bounces' || pause_reason === 'complaints')
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SequenceStatus sequence={sequence} />
        <p className="min-w-0 flex-1 basis-48 text-ink-2">
          {counted(counts.running, 'lead')} running, {counted(counts.sent, 'message')} sent,{' '}
          {counted(counts.replied, 'reply', 'replies')}
        </p>
        {mayEdit && (
          <>
            <Button icon={UserPlus} onClick={onEnroll}>
              Enroll leads
            </Button>
            <Button
              look={status === 'active' ? 'plain' : 'primary'}
              icon={status === 'active' ? Pause : Play}
              busy={busy}
              disabled={status !== 'active' && problems.length > 0}
              onClick={() => void submit(() => act(sequence.id))}
            >
              {status === 'active' ? 'Pause sequence' : status === 'paused' ? 'Resume sequence' : 'Start sequence'}
            </Button>
          </>
        )}
      </div>
      {isBroken && (
        <p role="status" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          Too many {pause_reason} among the last messages, so nothing more was sent. Check where the addresses come from
          before you resume: resuming starts the count again.
        </p>
      )}
      {status !== 'active' && problems.length > 0 && (
        <div className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          <p className="font-medium">Before it can start</p>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, 6).map((problem, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same problem can be named twice
              <Problem key={`${problem.code} ${at}`} problem={problem} sequenceId={sequence.id} />
            ))}
          </ul>
          {problems.length > 6 && (
            <Disclosure title={`${problems.length - 6} more`} about="Show all">
              <ul className="list-disc pl-5">
                {problems.slice(6).map((problem, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same problem can be named twice
                  <Problem key={`${problem.code} ${at}`} problem={problem} sequenceId={sequence.id} />
                ))}
              </ul>
            </Disclosure>
          )}
        </div>
      )}
      <FormError>{words}</FormError>
    </div>
  )
}

type Problem = Schemas['Sequence']['problems'][number]

/** Where each problem is mended; those of messages are, and those of the operator are not, on this page. */
const MENDED: Record<string, { label: string; to: 'tab' | 'mailboxes' | 'settings' }> = {
  no_mailbox: { label: 'Open mailboxes', to: 'mailboxes' },
  no_consent_basis: { label: 'Open sending', to: 'tab' },
  no_postal_address: { label: 'Open settings', to: 'settings' },
  window: { label: 'Open sending', to: 'tab' },
}

function Problem({ problem: { code, message }, sequenceId }: { problem: Problem; sequenceId: string }) {
  const { slug } = useWorkspace()
  const place = MENDED[code]
  const look = 'whitespace-nowrap font-medium underline'
  return (
    <li>
      {message}{' '}
      {place?.to === 'tab' ? (
        <Link
          to="/w/$workspace/outreach/sequences/$sequenceId"
          params={{ workspace: slug, sequenceId }}
          search={{ tab: 'sending' }}
          className={look}
        >
          {place.label}
        </Link>
      ) : (
        place && (
          <Link to={`/w/$workspace/outreach/${place.to}`} params={{ workspace: slug }} className={look}>
            {place.label}
          </Link>
        )
      )}
    </li>
  )
}
