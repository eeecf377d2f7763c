// The notification settings of a user: topics, mail and chat at once or as a digest, and quiet hours.
import { useQuery } from '@tanstack/react-query'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { TimeAgo, TimeAhead } from '../../ui/time.tsx'
import { FormSkeleton, Loaded, SaveButtons, Section } from '../settings/settings-page.tsx'
import { type Preferences, type PreferencesUpdate, preferencesQuery, savePreferences } from './notices.api.ts'

const WHENS = [
  { value: 'off', label: 'Never' },
  { value: 'at_once', label: 'At once' },
  { value: 'daily', label: 'Once a day' },
  { value: 'weekly', label: 'Once a week, on Monday' },
]

export function NoticePreferencesForm() {
  const preferences = useQuery(preferencesQuery())
  return (
    <Loaded query={preferences} what="Your settings" skeleton={<FormSkeleton fields={5} />}>
      {(data) => <Form data={data} />}
    </Loaded>
  )
}

/** What a blank field means to the server: nothing. */
const orNull = (name: string, value: unknown) => (value === '' && name !== 'chat_url' ? null : value)

function Form({ data }: { data: Preferences }) {
  const chosen = data.topics.filter(({ on }) => on).map(({ topic }) => topic)
  const { values, changed, dirty, reset, busy, submit, tied, words } = useForm({
    email: data.email ?? '',
    email_when: data.email_when as string,
    chat_url: '',
    chat_when: data.chat_when as string,
    time_zone: data.time_zone,
    digest_at: data.digest_at ?? '',
    quiet_from: data.quiet_from ?? '',
    quiet_to: data.quiet_to ?? '',
    topics: chosen as readonly string[],
  })
  async function save() {
    const { topics, ...rest } = changed
    const told = data.topics.filter(({ topic, on }) => topics && topics.includes(topic) !== on)
    const body = {
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, orNull(name, value)])),
      ...(told.length > 0 && { topics: Object.fromEntries(told.map(({ topic, on }) => [topic, !on])) }),
    } as PreferencesUpdate
    if (!(await submit(() => savePreferences(body)))) return
    reset()
    toast('Your settings are saved')
  }
  const when = (way: 'email' | 'chat'): FormField => {
    const next = data[`${way}_next_at`]
    const hint = next && <DigestTimes next={next} last={data[`${way}_last_at`]} />
    return { name: `${way}_when`, kind: 'choice', label: 'When', options: WHENS, hint }
  }
  return (
    <form
      className="flex flex-col gap-8 pb-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {data.last_error && <FormError>The last message could not be sent: {data.last_error}</FormError>}
      <Section
        title="Mail"
        about={
          data.mail_ready ? undefined : 'No mail server is set up yet, so mail waits. An administrator can set SMTP up.'
        }
      >
        <SchemaForm {...tied} columns={2} fields={[{ name: 'email', kind: 'text', label: 'Address' }, when('email')]} />
      </Section>
      <Section title="Chat" about="The address of a Slack-compatible incoming webhook. It is stored encrypted.">
        <SchemaForm
          {...tied}
          columns={2}
          fields={[
            {
              name: 'chat_url',
              kind: 'url',
              label: 'Webhook address',
              hint: data.chat_hint ? `One that ends in ${data.chat_hint} is set` : undefined,
              placeholder: data.chat_hint ? '••••••••' : 'https://hooks.slack.com/services/…',
            },
            when('chat'),
          ]}
        />
      </Section>
      <Section title="Times" about="Nothing is sent in quiet hours; it follows when they end.">
        <SchemaForm {...tied} columns={2} fields={timeFields(values.time_zone)} />
      </Section>
      <Section title="Topics">
        <SchemaForm
          {...tied}
          fields={[
            {
              name: 'topics',
              kind: 'choices',
              label: 'Topics',
              isLabelHidden: true,
              options: data.topics.map(({ topic, label }) => ({ value: topic, label })),
            },
          ]}
        />
      </Section>
      <FormError>{words}</FormError>
      <SaveButtons dirty={dirty} busy={busy} onDiscard={reset} />
    </form>
  )
}

const timeFields = (zone: string): FormField[] => [
  {
    name: 'time_zone',
    kind: 'choice',
    label: 'Time zone',
    options: [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
      value,
      label: value,
    })),
  },
  { name: 'digest_at', kind: 'time', label: 'Digests come at' },
  { name: 'quiet_from', kind: 'time', label: 'Quiet from' },
  { name: 'quiet_to', kind: 'time', label: 'Quiet until' },
]

function DigestTimes({ next, last }: { next: string; last: string | null }) {
  return (
    <>
      Next digest <TimeAhead at={next} />
      {last && (
        <>
          , last one <TimeAgo at={last} />
        </>
      )}
    </>
  )
}
