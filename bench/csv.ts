// A CSV file of companies, sent as one import that recognises rows by their domain.
import type { Api } from './api.ts'

/** `distinct` domains, in order and again from the first. */
export function csv(prefix: string, rows: number, distinct: number): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const key = n % distinct
    return `${prefix}-${n},${prefix}${key}-bench.com,"City, ${n % 1000}",${n % 5000}`
  })
  return `Key,Domain,City,Size\r\n${lines.join('\r\n')}\r\n`
}

export async function sendCsv(api: Api, workbookId: string, file: string): Promise<void> {
  const form = new FormData()
  form.append('options', JSON.stringify({ identity: { index: 1, normaliser: 'domain' } }))
  form.append('file', new Blob([file], { type: 'text/csv' }), 'leads.csv')
  const answer = await fetch(`${api.url}/api/workbooks/${workbookId}/import`, {
    method: 'POST',
    headers: api.headers,
    body: form,
  })
  if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`)
  await answer.text()
}
