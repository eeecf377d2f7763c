// The notification settings of a user: topics, mail and chat at once or as a digest, and quiet hours.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox, Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { TimeAgo, TimeAhead } from '../../ui/time.tsx'
import { FormSkeleton, Loaded, SaveButtons, Section } from '../settings/settings-page.tsx'
import { type Preferences, type PreferencesUpdate, preferencesQuery, savePreferences } from './notices.api.ts'

const WHENS = [
  ['off', 'Never'],
  ['at_once', 'At once'],
  ['daily', 'Once a day'],
  ['weekly', 'Once a week, on Monday'],
] as const

export function NoticePreferencesForm() {
  const preferences = useQuery(preferencesQuery())
  return (
    <Loaded query={preferences} what="Your settings" skeleton={<FormSkeleton fields={5} />}>
      {(data) => <Form key={JSON.stringify(data)} data={data} />}
    </Loaded>
  )
}

function Form({ data }: { data: Preferences }) {
  const [changed, setChanged] = useState<Record<string, unknown>>({})
  const [topics, setTopics] = useState<Record<string, boolean>>({})
  const { busy, submit, fields, words } = useSubmit()
  const value = (name: keyof Preferences) => String(changed[name] ?? data[name] ?? '')
  const put = (name: string, next: unknown) => setChanged((now) => ({ ...now, [name]: next }))
  const dirty = Object.keys(changed).length > 0 || Object.keys(topics).length > 0
  const error = (name: string) => (fields[name] ? { error: fields[name] } : {})
  const when = (way: 'email' | 'chat', label: string) => {
    const name = `${way}_when` as const
    const next = data[`${way}_next_at`]
    return (
      <Field label={label} hint={next && <DigestTimes next={next} last={data[`${way}_last_at`]} />} {...error(name)}>
        <Select value={value(name)} onChange={(event) => put(name, event.target.value)}>
          {WHENS.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    )
  }
  const clock = (name: 'quiet_from' | 'quiet_to' | 'digest_at', label: string) => (
    <Field label={label} {...error(name)}>
      <Input type="time" value={value(name)} onChange={(event) => put(name, event.target.value || null)} />
    </Field>
  )
  async function save() {
    const body = { ...changed, ...(Object.keys(topics).length > 0 && { topics }) } as PreferencesUpdate
    if (await submit(() => savePreferences(body))) toast('Your settings are saved')
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
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Address" {...error('email')}>
            <Input type="email" value={value('email')} onChange={(event) => put('email', event.target.value || null)} />
          </Field>
          {when('email', 'When')}
        </div>
      </Section>
      <Section title="Chat" about="The address of a Slack-compatible incoming webhook. It is stored encrypted.">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label="Webhook address"
            hint={data.chat_hint ? `One that ends in ${data.chat_hint} is set` : undefined}
            {...error('chat_url')}
          >
            <Input
              type="url"
              value={String(changed.chat_url ?? '')}
              placeholder={data.chat_hint ? '••••••••' : 'https://hooks.slack.com/services/…'}
              onChange={(event) => put('chat_url', event.target.value || undefined)}
            />
          </Field>
          {when('chat', 'When')}
        </div>
      </Section>
      <Section title="Times" about="Nothing is sent in quiet hours; it follows when they end.">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Time zone" {...error('time_zone')}>
            <Select value={value('time_zone')} onChange={(event) => put('time_zone', event.target.value)}>
              {[...new Set(['UTC', value('time_zone'), ...Intl.supportedValuesOf('timeZone')])].map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          </Field>
          {clock('digest_at', 'Digests come at')}
          {clock('quiet_from', 'Quiet from')}
          {clock('quiet_to', 'Quiet until')}
        </div>
      </Section>
      <Section title="Topics">
        <div className="flex flex-col gap-2">
          {data.topics.map(({ topic, label, on }) => (
            <Checkbox
              key={topic}
              label={label}
              checked={topics[topic] ?? on}
              onChange={(next) => setTopics((now) => ({ ...now, [topic]: next }))}
            />
          ))}
        </div>
      </Section>
      <FormError>{words}</FormError>
      <SaveButtons
        dirty={dirty}
        busy={busy}
        onDiscard={() => {
          setChanged({})
          setTopics({})
        }}
      />
    </form>
  )
}

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
