// Who sees what a member saves: only themselves, everyone, or everyone without changing it.
import { ChoiceGroup } from './choice.tsx'

export type SharingLevel = 'personal' | 'shared' | 'locked'

interface Props {
  value: SharingLevel
  /** Completes "Editors can share …". */
  things: string
  /** Completes "Members who can edit … can change it". */
  edits: string
  /** False for users who may only keep personal ones. */
  mayShare: boolean
  onChange: (value: SharingLevel) => void
}

export function SharingChoice({ value, things, edits, mayShare, onChange }: Props) {
  const options: { value: SharingLevel; label: string; about: string }[] = [
    { value: 'personal', label: 'Only me', about: 'Other members do not see it in the list.' },
    { value: 'shared', label: 'Everyone', about: `Members who can edit ${edits} can change it.` },
    { value: 'locked', label: 'Everyone, locked', about: 'Only you and admins may change it.' },
  ]
  return (
    <ChoiceGroup
      legend="Who sees it"
      options={options.map((one) => ({ ...one, disabled: !mayShare && one.value !== 'personal' }))}
      value={value}
      onPick={onChange}
    >
      {!mayShare && (
        <p className="text-ink-3 text-xs">Editors of this workspace can share {things} with all members.</p>
      )}
    </ChoiceGroup>
  )
}
