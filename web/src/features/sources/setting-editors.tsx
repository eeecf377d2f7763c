// The editors of the settings of sources: those that all settings have, and the provider of the workspace with its inputs.
import type { PartProps } from '../../ui/forms/schema-form.tsx'
import { SETTING_PARTS } from '../kind-forms/setting-parts.tsx'
import { OwnProviderSetting } from './own-provider-setting.tsx'

export const SOURCE_PARTS = {
  ...SETTING_PARTS,
  'own-provider': ({ field, error, value, values, onChange }: PartProps) => (
    <OwnProviderSetting
      title={field.label}
      hint={field.hint ?? ''}
      error={error}
      value={value}
      onChange={(provider, inputs) => onChange({ ...values, [field.name]: provider, inputs })}
    />
  ),
}
