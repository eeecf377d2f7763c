// Your own account: name, picture, and what you sign in with.

import { useQuery } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import { session } from '../../../api/session.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { showError } from '../../../session/show-error.ts'
import { useAct } from '../../../session/use-act.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { chooseFile } from '../../../ui/forms/file-drop.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { meQuery, optimistic } from '../settings.queries.ts'
import { FormSkeleton, Loaded, SaveButtons, Section, SettingsPage } from '../settings-page.tsx'
import { Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { squarePicture } from './picture.ts'
import { SecondFactor } from './second-factor.tsx'

export function ProfilePage() {
  const me = useQuery(meQuery)
  return (
    <SettingsPage page="profile">
      <Loaded query={me} what="Your account" skeleton={<FormSkeleton fields={5} />}>
        {(user) => (
          <>
            <Picture user={user} />
            <Name user={user} />
            <PasswordForm username={user.username} />
            <SecondFactor />
            <Passkeys />
            <Identities />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function Picture({ user }: { user: Schemas['UserResponse'] }) {
  const [busy, act] = useAct()

  const put = (image: string | null, before = user.profile_image ?? null): Promise<boolean> =>
    act(async () => {
      await optimistic<Schemas['UserResponse']>(
        keys.me,
        (one) => ({ ...one, profile_image: image }),
        () => take(api.PATCH('/api/users/me', { body: { profile_image: image } })),
      )
      toast(image ? 'Picture changed' : 'Picture removed', {
        action: { label: 'Undo', run: () => void put(before, image) },
      })
    }, 'The picture is as it was.')

  async function choose(file: File) {
    try {
      await put(await squarePicture(file))
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
    }
  }

  return (
    <Section title="Picture" about="Shown beside your name. Cropped to center.">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name={user.username} image={user.profile_image} className="size-14 text-lg" />
        <Button icon={ImageUp} busy={busy} onClick={() => chooseFile((file) => void choose(file), 'image/*')}>
          Choose an image
        </Button>
        {user.profile_image && (
          <Button look="quiet" icon={Trash2} disabled={busy} onClick={() => void put(null)}>
            Remove
          </Button>
        )}
      </div>
    </Section>
  )
}

const USERNAME: FormField[] = [
  {
    name: 'username',
    kind: 'text',
    label: 'Username',
    hint: 'You sign in with it, and others see it. Your sessions go on.',
    isLabelHidden: true,
    isRequired: true,
    maxLength: 100,
    autoComplete: 'username',
  },
]

function Name({ user }: { user: Schemas['UserResponse'] }) {
  const { values, dirty, reset, busy, submit, tied, words } = useForm(
    { username: user.username },
    { keptAs: { place: `user.${user.id}`, form: 'profile' } },
  )

  async function rename(username: string) {
    const renamed = await take(api.PATCH('/api/users/me', { body: { username } }))
    session.renamed(renamed.username)
    queries.setQueryData(keys.me, renamed)
    void queries.invalidateQueries({ queryKey: keys.settings('members') })
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const before = user.username
    if (!(await submit(() => rename(values.username.trim())))) return
    reset()
    toast('Username changed', {
      action: {
        label: 'Undo',
        run: () => void rename(before).catch((error) => showError(error, 'The new name stays.')),
      },
    })
  }

  return (
    <Section title="Username">
      <form onSubmit={save} className="flex flex-col gap-3">
        <SchemaForm {...tied} fields={USERNAME} />
        <FormError>{words}</FormError>
        <SaveButtons dirty={dirty} busy={busy} onDiscard={reset} label="Change username" />
      </form>
    </Section>
  )
}
