// What people call the provider of a value.
import { wordsOfTarget } from '../../../../src/engine/columns/target-words.ts'
import { COLUMN_KINDS } from '../../api/column-kinds.generated.ts'
import { TEST_DATA } from '../../grid/marks/marks.logic.ts'
import { customKind } from './custom-kinds.logic.ts'

/** What the provider of a value is called: by the catalog, or after what its column asks. */
export function providerName(id: string, labels: ReadonlyMap<string, string>): string {
  if (!id.startsWith(TEST_DATA)) return labels.get(id) ?? customName(id)
  const real = id.slice(TEST_DATA.length)
  return `${labels.get(real) ?? customName(real)}, test data`
}

/** Columns that ask with settings of their own name what they ask: `research:openai/gpt-x`, `http:api.acme.com`. */
function customName(id: string): string {
  const [type = '', ...rest] = id.split(':')
  const target = rest.join(':')
  const kind = customKind(type)
  if (kind) return wordsOfTarget(COLUMN_KINDS[kind].target_words, target)
  return type === 'model' ? target : id
}
