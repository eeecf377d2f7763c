// The settings of all outreach: sender, consent, the breaker, country rules, drafting, and the bounce webhook.

import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { FormSkeleton, Loaded, ReadOnlyNote, SaveButtons, Section } from '../settings/settings-page.tsx'
import {
  bounceWebhookQuery,
  countryRulesQuery,
  setCountryRules,
  settingsQuery,
  updateSettings,
} from './outreach.queries.ts'

export function OutreachSettingsPage() {
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'admin')
  const settings = useQuery(settingsQuery())
  const rules = useQuery(countryRulesQuery())
  usePage({ title: 'Settings', parent: { title: 'Outreach', to: `/w/${workspace.slug}/outreach/sequences` } })
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-2xl flex-col gap-10 px-4 py-6 md:px-8">
        {!mayEdit && <ReadOnlyNote needs="admin" />}
        <Loaded query={settings} what="The settings" skeleton={<FormSkeleton />}>
          {(data) => <GeneralForm settings={data} mayEdit={mayEdit} />}
        </Loaded>
        <Loaded query={rules} what="The country rules" skeleton={<FormSkeleton fields={2} />}>
          {(items) => <CountryRules saved={items} mayEdit={mayEdit} />}
        </Loaded>
        {mayEdit && <BounceWebhook />}
      </div>
    </div>
  )
}

function GeneralForm({ settings, mayEdit }: { settings: Schemas['OutreachSettings']; mayEdit: boolean }) {
  const { values: draft, set, dirty, reset, busy, submit, allWords: words } = useForm(settings)
  async function save(event: FormEvent) {
    event.preventDefault()
    const { public_url_set: _, ...body } = draft
    if (!(await submit(() => updateSettings(body)))) return
    reset()
    toast('Saved', { tone: 'good' })
  }
  return (
    <form onSubmit={save} noValidate>
      <fieldset disabled={!mayEdit} className="flex flex-col gap-6">
        {!settings.public_url_set && (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
            Links to unsubscribe would lead nowhere: the operator has to set PUBLIC_URL to the address of this service.
            Until then no sequence starts.
          </p>
        )}
        <Section title="Sender" about="Shown below every message, with the unsubscribe link.">
          <Field label="Postal address">
            <Textarea
              rows={3}
              dir="auto"
              value={draft.postal_address ?? ''}
              onChange={(event) => set({ postal_address: event.target.value || null })}
            />
          </Field>
        </Section>
        <Section title="Consent">
          <Checkbox
            label="Refuse to enroll leads without a consent source"
            checked={draft.consent_required}
            onChange={(consent_required) => set({ consent_required })}
          />
        </Section>
        <Section title="Automatic pause" about="Pauses a sequence or a mailbox until a person resumes it.">
          <div className="flex flex-wrap gap-4">
            <Field label="Hard bounces, in percent" hint="Of the last 100 messages." className="w-48">
              <Input
                type="number"
                min={0.1}
                max={100}
                step={0.1}
                value={Math.round(draft.bounce_rate_limit * 10_000) / 100}
                onChange={(event) => set({ bounce_rate_limit: Number(event.target.value) / 100 })}
              />
            </Field>
            <Field label="Complaints, in percent" hint="Of the last 1,000 messages." className="w-48">
              <Input
                type="number"
                min={0.01}
                max={100}
                step={0.01}
                value={Math.round(draft.complaint_rate_limit * 10_000) / 100}
                onChange={(event) => set({ complaint_rate_limit: Number(event.target.value) / 100 })}
              />
            </Field>
          </div>
        </Section>
        <Section title="AI drafts" about="A draft by a model is never sent before a person approves it.">
          <Field
            label="Model"
            hint="As in Settings, Models: for example ollama/llama3.2. Empty: drafts are made from templates."
            className="w-72"
          >
            <Input value={draft.model ?? ''} onChange={(event) => set({ model: event.target.value || null })} />
          </Field>
        </Section>
        <FormError>{words}</FormError>
        {mayEdit && <SaveButtons dirty={dirty} busy={busy} onDiscard={reset} />}
      </fieldset>
    </form>
  )
}

type Rule = { country: string; action: 'allow' | 'warn' | 'block' }

function CountryRules({ saved, mayEdit }: { saved: Rule[]; mayEdit: boolean }) {
  const { values, set, dirty, reset, busy, submit, allWords: words } = useForm({ rules: saved })
  const { rules } = values
  const setRules = (next: Rule[]) => set({ rules: next })
  const change = (at: number, rule: Rule) => setRules(rules.map((one, place) => (place === at ? rule : one)))
  async function save() {
    if (!(await submit(() => setCountryRules(rules)))) return
    reset()
    toast('Saved', { tone: 'good' })
  }
  const isReady = rules.every(({ country }) => /^([A-Z]{2}|\*)$/.test(country))
  return (
    <Section
      title="Country rules"
      about="Block refuses enrollment and stops follow-ups; warn enrolls with a warning. * is every other country and leads without one."
    >
      <fieldset disabled={!mayEdit} className="flex flex-col gap-2">
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name while they are typed
          <div key={at} className="flex items-center gap-2">
            <Input
              aria-label="Country code"
              className="w-20 uppercase"
              maxLength={2}
              value={rule.country}
              onChange={(event) => change(at, { ...rule, country: event.target.value.toUpperCase() })}
            />
            <Select
              aria-label={`Rule for ${rule.country || 'the country'}`}
              className="w-32"
              value={rule.action}
              onChange={(event) => change(at, { ...rule, action: event.target.value as Rule['action'] })}
            >
              <option value="allow">Allow</option>
              <option value="warn">Warn</option>
              <option value="block">Block</option>
            </Select>
            {mayEdit && (
              <IconButton
                icon={Trash2}
                size="sm"
                label={`Remove the rule for ${rule.country}`}
                onClick={() => setRules(rules.filter((_, place) => place !== at))}
              />
            )}
          </div>
        ))}
        {rules.length === 0 && <p className="text-ink-2">No rules: leads of every country may be enrolled.</p>}
      </fieldset>
      <FormError>{words}</FormError>
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          <Button icon={Plus} onClick={() => setRules([...rules, { country: '', action: 'block' }])}>
            Add rule
          </Button>
          <Button look="primary" busy={busy} disabled={!isReady || !dirty} onClick={() => void save()}>
            Save rules
          </Button>
        </div>
      )}
    </Section>
  )
}

function BounceWebhook() {
  const webhook = useQuery(bounceWebhookQuery())
  return (
    <Section
      title="Bounce webhook"
      about="Where a mail service reports bounces and complaints. The address holds the secret of this workspace."
    >
      <Loaded query={webhook} what="The webhook" skeleton={<FormSkeleton fields={1} />}>
        {({ url }) => <CopyField label="Address" value={url} />}
      </Loaded>
    </Section>
  )
}
