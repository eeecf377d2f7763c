// The header that names a downloaded file (RFC 6266), safe for any name and readable in any script (RFC 8187).

const MAX_NAME = 100

/** `name` without an ending; `ending` with its dot. */
export function attachment(name: string, ending: string): string {
  const safe = Array.from(name.normalize('NFC'))
    .slice(0, MAX_NAME)
    .join('')
    // Characters that file systems refuse, that could leave the folder, or that disguise the name.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const file = `${safe === '' ? 'export' : safe}${ending}`
  const plain = file
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|[%;]/g, '_')
  const extended = encodeURIComponent(file).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`
}
