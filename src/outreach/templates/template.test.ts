// Templates: what is missing is named, what is inserted is never read as a template, and a lead always gets the same wording.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameParts } from './lead-values.logic.ts'
import { htmlOf, renderMessage, templateProblems, withFooter } from './message.logic.ts'
import { parseTemplate, pickBySeed, renderTemplate } from './template.logic.ts'

const sender = { name: 'Ann', email: 'ann@a.test' }
const body = (text: string, lead: Record<string, string> = {}, seed = 's') =>
  renderMessage({ subject: 'S', body: text }, lead, sender, seed)

describe('a template', () => {
  test('inserts values, fallbacks and the parts that a condition chooses', () => {
    const lead = { contact_person: 'Dr. Bob van Stone, PhD', company: 'Acme' }
    const text =
      'Hi {{first_name}} {{last_name}}{{#if city}} in {{city}}{{else}}, wherever you are{{/if}}: {{company}}, {{website | no site}}.'
    expect(body(text, lead).text).toBe('Hi Bob van Stone, wherever you are: Acme, no site.')
    expect(body(text, { ...lead, city: 'Oslo' }).text).toBe('Hi Bob van Stone in Oslo: Acme, no site.')
  })

  test('without a value and a fallback is a problem, but not in a part that is left out', () => {
    expect(body('Hi {{first_name}}').problems).toEqual(['{{first_name}} has no value'])
    expect(body('Hi{{#if city}} {{city}} {{first_name}}{{/if}}').problems).toEqual([])
  })

  test('takes one of several wordings, the same for one recipient and all of them for many', () => {
    const text = '{Hi|Hello|{Good morning|Good day}} {{first_name|there}}'
    const all = new Set(Array.from({ length: 200 }, (_, n) => body(text, {}, `seed ${n}`).text))
    expect([...all].sort()).toEqual(['Good day there', 'Good morning there', 'Hello there', 'Hi there'])
    expect(body(text, {}, 'seed 7').text).toBe(body(text, {}, 'seed 7').text)
  })

  test('keeps braces that are none of its own', () => {
    expect(body('a {b} \\{c|d\\} e}').text).toBe('a {b} {c|d} e}')
  })

  test('with mistakes says which', () => {
    const problems = (text: string) => templateProblems({ subject: 'S', body: text })
    expect(problems('{{#if city}}x')).toEqual(['Text: {{#if city}} has no {{/if}}'])
    expect(problems('x{{/if}}')).toEqual(['Text: {{/if}} has no {{#if}} before it'])
    expect(problems('{{frist_name}}')).toEqual(['Text: there is no variable {{frist_name}}'])
    expect(problems('Hi {{first_name')).toEqual(['Text: "{{" is never closed'])
    expect(problems('{{custom.favorite color|blue}} {{company}}')).toEqual([])
  })

  test('never fails on any text, and inserts a value letter by letter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '|', '\\', '#if ', '/if', 'else', 'a', ' ') }),
        fc.string({ minLength: 1 }),
        (source, value) => {
          const { nodes } = parseTemplate(source)
          renderTemplate(nodes, () => value, pickBySeed(source))
          expect(
            renderTemplate(
              parseTemplate('<{{a}}>').nodes,
              () => value,
              () => 0,
            ).text,
          ).toBe(`<${value}>`)
        },
      ),
    )
  })
})

test('a value with line breaks stays in one line of the subject', () => {
  const { subject } = renderMessage(
    { subject: 'For {{company}}', body: 'x' },
    { company: 'A\r\nBcc: b@c.d' },
    sender,
    's',
  )
  expect(subject).toBe('For A Bcc: b@c.d')
})

test('a name is taken apart without titles', () => {
  expect(nameParts('Prof. Dr. Maria de la Cruz')).toEqual({ first: 'Maria', last: 'de la Cruz' })
  expect(nameParts('Doe, Ann')).toEqual({ first: 'Ann', last: 'Doe' })
  expect(nameParts('王小明')).toEqual({ first: '小明', last: '王' })
  expect(nameParts('Cher')).toEqual({ first: 'Cher', last: null })
})

test('the text has the link and the address below it, and the HTML says nothing else', () => {
  const text = withFooter('Hi', { postal_address: 'A Ltd\nB Street', unsubscribe_url: 'https://a.test/u?token=x' })
  expect(text).toBe('Hi\n\n--\nUnsubscribe: https://a.test/u?token=x\nA Ltd\nB Street\n')
  expect(htmlOf('a <b> & https://a.test/x.\n\nc')).toBe(
    '<!doctype html><html><body><p>a &lt;b&gt; &amp; <a href="https://a.test/x">https://a.test/x</a>.</p><p>c</p></body></html>',
  )
})
