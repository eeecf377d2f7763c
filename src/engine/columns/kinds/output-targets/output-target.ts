// What a kind of target of deliveries is, as a declaration: its settings, with what a form says of each, and what people call it.
import { type TLiteral, type TObject, Type } from 'typebox'
import { type SettingForm, shownAs } from '../../../../kernel/setting-form.ts'
import { Templates } from '../../column-parts.schema.ts'

export interface OutputTargetKind<S extends TObject = TObject> {
  readonly schema: S
  /** The lowest is offered first. */
  readonly place: number
  readonly label: string
  /** What it is offered as, where that says more. */
  readonly offered_as?: string
  /** One line for a user who chooses. */
  readonly about: string
  /** The integration whose key it needs. */
  readonly integration?: string
}

export const defineTarget = <S extends TObject<{ kind: TLiteral }>>(target: OutputTargetKind<S>) => target

export const PROPERTIES = 'What is sent, by name. Those without a value are left out.'

/** Values by name, each a template. */
export const Values = (description: string, form: SettingForm) => ({
  ...Templates(description),
  ...shownAs({ editor: 'values', ...form }),
})

/** The properties of a record of a CRM, and the one by which it is known there. */
export const CRM_VALUES = Values(PROPERTIES, {
  title: 'Properties',
  hint: 'The internal name of each property, and the column that fills it. What is blank is left out.',
  item: 'property',
})
export const CRM_KEY: SettingForm = {
  title: 'Matched by',
  hint: '',
  editor: 'value-name',
  missing: 'Choose the value that records are matched by.',
}

export const Url = Type.String({
  maxLength: 2000,
  pattern: '^https?://',
  examples: ['https://hooks.example.com/rows'],
  description: 'A fixed address.',
  ...shownAs({
    title: 'Address',
    hint: '',
    editor: 'url',
    placeholder: 'https://hooks.example.com/rows',
    missing: 'Write the address to deliver to, with https://.',
  }),
})
