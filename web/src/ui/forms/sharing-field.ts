// Who sees what a member saves: only themselves, everyone, or everyone without changing it.
import type { FormField } from './form-fields.logic.ts'

export type SharingLevel = 'personal' | 'shared' | 'locked'

interface Shared {
  /** Completes "Editors can share …". */
  things: string
  /** Completes "Members who can edit … can change it". */
  edits: string
  /** False for users who may only keep personal ones. */
  mayShare: boolean
}

export const sharingField = ({ things, edits, mayShare }: Shared): FormField => ({
  name: 'scope',
  kind: 'ways',
  label: 'Who sees it',
  hint: mayShare ? undefined : `Editors of this workspace can share ${things} with all members.`,
  options: [
    { value: 'personal', label: 'Only me', about: 'Other members do not see it in the list.' },
    {
      value: 'shared',
      label: 'Everyone',
      about: `Members who can edit ${edits} can change it.`,
      isDisabled: !mayShare,
    },
    { value: 'locked', label: 'Everyone, locked', about: 'Only you and admins may change it.', isDisabled: !mayShare },
  ],
})
