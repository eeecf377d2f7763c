// The e-mail domains of the workspace: claimed, proven by a record, and, where wished, allowed in by single sign-on only.

import type { FormEvent } from 'react'
import type { Schemas } from '../../../api/shapes.ts'
import { useAct } from '../../../session/use-act.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Checkbox, Field, Input, Select } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { Frame, Section } from '../settings-page.tsx'
import { addDomain, removeDomain, updateDomain, verifyDomain } from './sso.queries.ts'

export function SsoDomains({
  domains,
  providers,
}: {
  domains: Schemas['SsoDomain'][]
  providers: Schemas['SsoProvider'][]
}) {
  const form = useForm({ domain: '' }, { send: ({ domain }) => addDomain(domain.trim()) })
  const { open, dialog } = useDialogs({
    remove: (close, { domain }: Schemas['SsoDomain']) => (
      <ConfirmDialog
        title={`Remove ${domain}?`}
        action="Remove domain"
        run={() => removeDomain(domain)}
        onClose={(done) => {
          close()
          if (done) toast(`${domain} was removed`)
        }}
      >
        <p>Members with an address of this domain can still sign in; new users cannot. Passwords are allowed again.</p>
      </ConfirmDialog>
    ),
    enforce: (close, { domain }: Schemas['SsoDomain']) => (
      <ConfirmDialog
        title={`Require single sign-on of ${domain}?`}
        action="Require single sign-on"
        run={() => updateDomain(domain, { enforced: true })}
        onClose={close}
      >
        <p>
          Members under this domain cannot sign in with a password or passkey any more, and their sessions that began so
          end now. Owners of the workspace and administrators of the installation keep theirs.
        </p>
      </ConfirmDialog>
    ),
  })

  async function add(event: FormEvent) {
    event.preventDefault()
    if (await form.submit()) form.reset()
  }

  return (
    <Section
      title="E-mail domains"
      about="New users can join only with a verified address of a domain that you have proven to be yours, by the provider that you choose for it. No other provider speaks for its addresses."
    >
      {domains.length > 0 && (
        <Frame>
          <ul className="divide-y">
            {domains.map((one) => (
              <Domain
                key={one.domain}
                domain={one}
                providers={providers}
                onRemove={() => open.remove(one)}
                onEnforce={() => open.enforce(one)}
              />
            ))}
          </ul>
        </Frame>
      )}
      <form onSubmit={add} className="flex max-w-2xl items-end gap-2">
        <Field label="Domain" error={form.fields.domain ?? form.words} className="flex-1">
          <Input
            value={form.values.domain}
            maxLength={253}
            placeholder="example.com"
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => form.set({ domain: event.target.value })}
          />
        </Field>
        <Button type="submit" busy={form.busy} disabled={!form.values.domain.trim()}>
          Add domain
        </Button>
      </form>
      {dialog}
    </Section>
  )
}

interface DomainProps {
  domain: Schemas['SsoDomain']
  providers: Schemas['SsoProvider'][]
  onRemove: () => void
  onEnforce: () => void
}

function Domain({ domain, providers, onRemove, onEnforce }: DomainProps) {
  const [busy, start] = useAct()
  const chosen = providers.find(({ id }) => id === domain.provider_id)
  const canEnforce = chosen?.enabled === true && chosen.client_id !== null

  const act = (work: () => Promise<unknown>, words: string, fault: string) =>
    start(async () => {
      await work()
      toast(words, { tone: 'good' })
    }, fault)

  return (
    <li className="flex flex-col gap-3 px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex items-center gap-2">
          <span className="font-medium">{domain.domain}</span>
          {domain.verified_at ? <Badge tone="ok">Proven</Badge> : <Badge tone="warn">Not proven</Badge>}
        </span>
        <span className="flex items-center gap-2">
          {domain.verified_at && (
            <Checkbox
              label="Single sign-on only"
              checked={domain.enforced}
              disabled={busy || (!canEnforce && !domain.enforced)}
              onChange={(on) =>
                on
                  ? onEnforce()
                  : void act(
                      () => updateDomain(domain.domain, { enforced: false }),
                      `People of ${domain.domain} may use passwords again`,
                      'Nothing was changed.',
                    )
              }
            />
          )}
          {!domain.verified_at && (
            <Button
              size="sm"
              busy={busy}
              onClick={() =>
                void act(
                  () => verifyDomain(domain.domain),
                  `${domain.domain} is proven`,
                  'The domain is not proven yet.',
                )
              }
            >
              Check the record
            </Button>
          )}
          <Button size="sm" look="quiet" aria-label={`Remove ${domain.domain}`} onClick={onRemove}>
            Remove
          </Button>
        </span>
      </div>
      <Field label={`Provider of ${domain.domain}`} className="max-w-sm">
        <Select
          value={domain.provider_id ?? ''}
          disabled={busy}
          onChange={({ target }) =>
            void act(
              () => updateDomain(domain.domain, { provider_id: target.value || null }),
              target.value ? `New users of ${domain.domain} sign in by it` : `No provider speaks for ${domain.domain}`,
              'Nothing was changed.',
            )
          }
        >
          <option value="">None chosen: new users cannot sign in</option>
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {!domain.verified_at && (
        <div className="flex flex-col gap-2">
          <p className="text-ink-2 text-sm">Add this TXT record where the domain is managed, then check it:</p>
          <CopyField label="Name" value={domain.record.name} />
          <CopyField label="Value" value={domain.record.value} />
        </div>
      )}
    </li>
  )
}
