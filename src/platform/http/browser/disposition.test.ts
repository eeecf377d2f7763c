// File names chosen by users.
import { describe, expect, it } from 'vitest'
import { attachment } from './disposition.ts'

describe('the name of a downloaded file', () => {
  it('is readable in any script and harmless in any folder', () => {
    expect(attachment('Müller & "Söhne" 漢字', '.csv')).toBe(
      `attachment; filename="Muller & _Sohne_ __.csv"; filename*=UTF-8''M%C3%BCller%20%26%20_S%C3%B6hne_%20%E6%BC%A2%E5%AD%97.csv`,
    )
    for (const [name, plain] of [
      ['../../etc/passwd', '_.._etc_passwd.csv'],
      ['a\r\nset-cookie: x', 'a__set-cookie_ x.csv'],
      ['...', 'export.csv'],
      ['fdp\u202exe', 'fdp_xe.csv'],
    ])
      expect(attachment(name ?? '', '.csv')).toContain(`filename="${plain}"`)
    expect(attachment('😀'.repeat(500), '.csv').length).toBeLessThan(2000)
  })
})
