// The states of sequences, enrollments and mailboxes in words and colors.
import type { Schemas } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'

type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad'

export function SequenceStatus({
  sequence: { status, pause_reason },
}: {
  sequence: Pick<Schemas['Sequence'], 'status' | 'pause_reason'>
}) {
  if (status === 'active') return <Badge tone="ok">Active</Badge>
  if (status === 'paused' && pause_reason !== 'person' && pause_reason !== null)
    return <Badge tone="bad">{pause_reason === 'bounces' ? 'Stopped: bounces' : 'Stopped: complaints'}</Badge>
  return (
    <Badge tone={status === 'paused' ? 'warn' : 'plain'}>
      {status === 'paused' ? 'Paused' : status === 'draft' ? 'Draft' : 'Archived'}
    </Badge>
  )
}

const ENROLLMENTS: Record<string, [string, Tone]> = {
  scheduled: ['Scheduled', 'plain'],
  active: ['Active', 'accent'],
  waiting: ['Waiting', 'accent'],
  paused: ['Paused', 'warn'],
  replied: ['Replied', 'ok'],
  auto_replied: ['Automatic reply', 'plain'],
  bounced: ['Bounced', 'bad'],
  unsubscribed: ['Unsubscribed', 'warn'],
  complained: ['Complained', 'bad'],
  completed: ['Completed', 'plain'],
  stopped: ['Stopped', 'plain'],
  failed: ['Failed', 'bad'],
  blocked: ['Blocked', 'bad'],
}
export const ENROLLMENT_STATUSES = Object.entries(ENROLLMENTS).map(([value, [label]]) => ({ value, label }))

export function EnrollmentStatus({ status }: { status: string }) {
  const [label, tone] = ENROLLMENTS[status] ?? [status, 'plain']
  return <Badge tone={tone}>{label}</Badge>
}

const STOPPED: Record<string, string> = {
  login_refused: 'Login rejected',
  sender_refused: 'Sender rejected',
  bounces: 'Too many bounces',
  complaints: 'Too many complaints',
}

export function MailboxState({
  mailbox: { state, state_reason },
}: {
  mailbox: Pick<Schemas['Mailbox'], 'state' | 'state_reason'>
}) {
  if (state === 'active') return <Badge tone="ok">Active</Badge>
  if (state === 'paused') return <Badge tone="warn">Paused</Badge>
  return <Badge tone="bad">{STOPPED[state_reason ?? ''] ?? 'Stopped'}</Badge>
}

const CLASSES: Record<string, [string, Tone]> = {
  interested: ['Interested', 'ok'],
  not_now: ['Not now', 'plain'],
  not_interested: ['Not interested', 'plain'],
  wrong_person: ['Wrong person', 'warn'],
  unsubscribe: ['Unsubscribe', 'warn'],
  maybe_unsubscribe: ['Unsubscribe?', 'warn'],
  out_of_office: ['Out of office', 'plain'],
  auto: ['Automatic', 'plain'],
  other: ['Other', 'plain'],
}
export const REPLY_CLASSES = Object.entries(CLASSES).map(([value, [label]]) => ({ value, label }))

export function ReplyClass({ value }: { value: string }) {
  const [label, tone] = CLASSES[value] ?? [value, 'plain']
  return <Badge tone={tone}>{label}</Badge>
}
