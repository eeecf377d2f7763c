// Which compressed form a client takes: brotli rather than gzip, and neither where it says so.
export type ContentEncoding = 'br' | 'gzip'

export function bestEncoding(accepted: string | string[] | undefined): ContentEncoding | undefined {
  if (accepted === undefined) return undefined
  const offers = String(accepted)
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*q=/))
  const takes = (name: string) => offers.some(([offer, weight]) => offer === name && Number(weight ?? 1) > 0)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}
