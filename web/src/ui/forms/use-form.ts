// One form with named values: what was typed, and how sending it went.
import { useState } from 'react'
import { areAllIn, type FormValue, type FormValues } from './form-fields.logic.ts'
import { useSubmit } from './use-submit.ts'

export function useForm<Values extends FormValues>(start: Values) {
  const [values, setValues] = useState(start)
  const { busy, submit, problem, fields, words } = useSubmit()
  return {
    values,
    setValues,
    busy,
    submit,
    problem,
    fields,
    /** What went wrong; null where fields of this form say all of it. */
    words: areAllIn(fields, values) ? null : words,
    /** What ties a SchemaForm to this form. */
    tied: {
      values,
      errors: fields,
      // A SchemaForm changes only the names it was given.
      onChange: (next: Record<string, FormValue>) => setValues(next as Values),
    },
  }
}
