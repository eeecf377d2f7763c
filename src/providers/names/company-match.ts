// Whether two company names mean one company, whatever its legal form and however it is written.
import { readCompanyName } from './company-name.ts'

/** The name without its legal form, in one way of writing. */
export function plainName(name: string): string {
  return readCompanyName(name)
    .name.toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
