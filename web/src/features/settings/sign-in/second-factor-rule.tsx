// The rule of a workspace that a password alone does not let in, switched by its admins.
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../api/queries.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Switch } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Section } from '../settings-page.tsx'
import { putRule, ruleQuery } from './second-factor-rule.queries.ts'

export function SecondFactorRule() {
  const workspace = useWorkspace()
  const { data } = useQuery(ruleQuery(workspace.id))
  const { busy, busyBy, submit, words } = useSubmit()
  if (!data) return null
  async function ask(required: boolean) {
    const done = await submit(
      async () => queries.setQueryData(ruleQuery(workspace.id).queryKey, await putRule(workspace.id, required)),
      required ? 'on' : 'off',
    )
    if (done) toast(required ? 'A second factor is required from now on' : 'A second factor is no longer required')
  }
  return (
    <Section
      title="Second factor"
      about="Members who sign in with a password must set up an authenticator app before they continue. Passkeys, single sign-on and tokens of programs are not affected."
    >
      <Switch
        label="Require a second factor for all members"
        {...(!data.satisfied && !data.required && { hint: 'Set one up for yourself first, under Profile.' })}
        checked={busyBy ? busyBy === 'on' : data.required}
        disabled={busy || !roleReaches(workspace.role, 'admin') || (!data.required && !data.satisfied)}
        onChange={(required) => void ask(required)}
      />
      <FormError>{words}</FormError>
    </Section>
  )
}
