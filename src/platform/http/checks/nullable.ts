// The one way to say in a shape that a value may be null.
import { type TSchema, Type } from 'typebox'

export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
