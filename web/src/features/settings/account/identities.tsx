// The user's identities at identity providers: linked with the password, so that they can sign in by them.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import { linkBy } from '../../../session/single-sign-on.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { Frame, Section } from '../settings-page.tsx'

const query = {
  queryKey: [...keys.me, 'identities'] as const,
  queryFn: () => take(api.GET('/api/users/me/identities')),
}

interface Named {
  id: string
  name: string
}

export function Identities() {
  const { data } = useQuery(query)
  const { open, dialog } = useDialogs({
    link: (close, provider: Named) => <LinkDialog provider={provider} onClose={close} />,
    unlink: (close, { id, name }: Named) => (
      <ConfirmDialog
        title={`Unlink ${name}?`}
        action="Unlink"
        run={() =>
          take(api.DELETE('/api/users/me/identities/{identity_id}', { params: { path: { identity_id: id } } }))
        }
        onClose={(done) => {
          close()
          if (!done) return
          toast(`${name} was unlinked`)
          void queries.invalidateQueries({ queryKey: query.queryKey })
        }}
      >
        <p>You sign in with your password again. Sessions that are open go on.</p>
      </ConfirmDialog>
    ),
  })
  if (!data || (data.items.length === 0 && data.providers.length === 0)) return null
  const linked = new Set(data.items.map(({ provider }) => provider.id))
  const free = data.providers.filter(({ id }) => !linked.has(id))
  return (
    <Section title="Single sign-on" about="Sign in through the identity provider of a workspace instead of a password.">
      {data.items.length > 0 && (
        <Frame>
          <ul className="divide-y">
            {data.items.map(({ id, provider, email, last_login_at }) => (
              <li key={id} className="flex items-center justify-between gap-3 px-3 py-2">
                <span className="min-w-0">
                  <span className="block truncate font-medium">{provider.name}</span>
                  <span className="block truncate text-ink-3 text-xs">
                    {email ?? 'no address'}
                    {last_login_at && (
                      <>
                        {' · '}
                        <TimeAgo at={last_login_at} />
                      </>
                    )}
                  </span>
                </span>
                <Button
                  size="sm"
                  look="quiet"
                  aria-label={`Unlink ${provider.name}`}
                  onClick={() => open.unlink({ id, name: provider.name })}
                >
                  Unlink
                </Button>
              </li>
            ))}
          </ul>
        </Frame>
      )}
      <div className="flex flex-wrap gap-2">
        {free.map((one) => (
          <Button key={one.id} onClick={() => open.link(one)}>
            Link {one.name}
          </Button>
        ))}
      </div>
      {dialog}
    </Section>
  )
}

function LinkDialog({ provider, onClose }: { provider: Named; onClose: () => void }) {
  const form = useForm({ password: '' }, { send: ({ password }) => linkBy(provider.id, password, location.pathname) })
  const isWrong = form.problem?.status === 400

  return (
    <FormDialog
      size="sm"
      title={`Link ${provider.name}`}
      about="A user whom the provider confirms as you can then sign in to your account, in all of your workspaces."
      action={<>Go on to {provider.name}</>}
      busy={form.busy}
      disabled={!form.values.password}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      <SchemaForm
        {...form.tied}
        fields={[{ name: 'password', kind: 'password', label: 'Your password', autoComplete: 'current-password' }]}
        errors={isWrong ? { password: 'This is not your current password.' } : form.tied.errors}
      />
      <FormError>{!isWrong && form.words}</FormError>
    </FormDialog>
  )
}
