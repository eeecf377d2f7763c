// The types of columns as statements list them.
import { type ColumnType, typesFilledBy, typesThat } from '../../engine/columns/columns.schema.ts'

/** `('formula', 'lookup')`: names of types are words without quotes. */
const listed = (types: readonly ColumnType[]) => `(${types.map((type) => `'${type}'`).join(', ')})`

export const COMPUTED_TYPES = listed(typesFilledBy('cells'))
/** Those whose cells providers fill. */
export const ASKED_TYPES = listed(typesFilledBy('catalog', 'itself'))
export const MODEL_TYPES = listed(typesThat('asks_model'))
export const SECRET_TYPES = listed(typesThat('names_secrets'))
