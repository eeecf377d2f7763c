// The pages a recipient sees, in the recipient's language: one that asks, one that says it is done, one for a link that is not ours.

const TEXTS = {
  en: {
    unsubscribe: 'Unsubscribe',
    promise: 'You will get no more messages from this sender.',
    done: 'You are unsubscribed',
    invalid: 'This link is not valid',
    help: 'Perhaps it was cut off. Copy the whole link from the message, or reply to the message with the word "unsubscribe".',
  },
  de: {
    unsubscribe: 'Abmelden',
    promise: 'Sie erhalten keine weiteren Nachrichten von diesem Absender.',
    done: 'Sie sind abgemeldet',
    invalid: 'Dieser Link ist nicht gültig',
    help: 'Vielleicht wurde er abgeschnitten. Kopieren Sie den ganzen Link aus der Nachricht, oder antworten Sie auf die Nachricht mit dem Wort „unsubscribe“.',
  },
  fr: {
    unsubscribe: 'Se désabonner',
    promise: 'Vous ne recevrez plus de messages de cet expéditeur.',
    done: 'Vous êtes désabonné(e)',
    invalid: 'Ce lien n’est pas valide',
    help: 'Il a peut-être été coupé. Copiez le lien entier depuis le message, ou répondez au message par le mot « unsubscribe ».',
  },
  es: {
    unsubscribe: 'Darse de baja',
    promise: 'No recibirá más mensajes de este remitente.',
    done: 'Se ha dado de baja',
    invalid: 'Este enlace no es válido',
    help: 'Quizá esté cortado. Copie el enlace completo del mensaje, o responda al mensaje con la palabra «unsubscribe».',
  },
  it: {
    unsubscribe: 'Annulla l’iscrizione',
    promise: 'Non riceverà altri messaggi da questo mittente.',
    done: 'La sua iscrizione è annullata',
    invalid: 'Questo link non è valido',
    help: 'Forse è incompleto. Copi l’intero link dal messaggio, oppure risponda al messaggio con la parola «unsubscribe».',
  },
  pt: {
    unsubscribe: 'Cancelar a subscrição',
    promise: 'Não receberá mais mensagens deste remetente.',
    done: 'A sua subscrição foi cancelada',
    invalid: 'Este link não é válido',
    help: 'Talvez esteja cortado. Copie o link completo da mensagem, ou responda à mensagem com a palavra «unsubscribe».',
  },
  nl: {
    unsubscribe: 'Afmelden',
    promise: 'U ontvangt geen berichten meer van deze afzender.',
    done: 'U bent afgemeld',
    invalid: 'Deze link is niet geldig',
    help: 'Misschien is hij afgebroken. Kopieer de hele link uit het bericht, of beantwoord het bericht met het woord “unsubscribe”.',
  },
  pl: {
    unsubscribe: 'Wypisz się',
    promise: 'Ten nadawca nie wyśle do Państwa więcej wiadomości.',
    done: 'Zostali Państwo wypisani',
    invalid: 'Ten link jest nieprawidłowy',
    help: 'Być może został ucięty. Proszę skopiować cały link z wiadomości lub odpowiedzieć na nią słowem „unsubscribe”.',
  },
  ja: {
    unsubscribe: '配信を停止する',
    promise: 'この送信者からのメッセージは今後届きません。',
    done: '配信を停止しました',
    invalid: 'このリンクは無効です',
    help: 'リンクが途中で切れている可能性があります。メッセージからリンク全体をコピーするか、「unsubscribe」と書いて返信してください。',
  },
  zh: {
    unsubscribe: '退订',
    promise: '您将不再收到此发件人的邮件。',
    done: '您已退订',
    invalid: '此链接无效',
    help: '链接可能不完整。请从邮件中复制完整的链接，或回复邮件并写上“unsubscribe”。',
  },
} as const
export type PageLanguage = keyof typeof TEXTS

const COUNTRIES: Readonly<Record<PageLanguage, string>> = {
  en: '',
  de: 'DE AT LI CH',
  fr: 'FR MC LU BE SN CI',
  es: 'ES MX AR CO CL PE VE EC UY PY BO CR PA GT HN SV NI DO CU',
  it: 'IT SM VA',
  pt: 'PT BR AO MZ',
  nl: 'NL SR',
  pl: 'PL',
  ja: 'JP',
  zh: 'CN TW HK MO',
}

/** What the reader's browser asks for first, else the main language of the lead's country, else English. */
export function pageLanguage(acceptLanguage: string | undefined, country: string | null): PageLanguage {
  const asked = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', weight = ''] = part.trim().split(';')
      return { language: tag.slice(0, 2).toLowerCase(), weight: Number(/q=([\d.]+)/.exec(weight)?.[1] ?? 1) }
    })
    .sort((a, b) => b.weight - a.weight)
  const read = asked.find(({ language, weight }) => weight > 0 && Object.hasOwn(TEXTS, language))
  if (read) return read.language as PageLanguage
  const spoken = Object.entries(COUNTRIES).find(([, codes]) => country !== null && codes.split(' ').includes(country))
  return (spoken?.[0] ?? 'en') as PageLanguage
}

const page = (language: PageLanguage, title: string, body: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;color:#1a2226;background:#f6f7f8;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border:1px solid #d5dade;border-radius:10px;padding:32px;max-width:420px;margin:16px}h1{font-size:20px;margin:0 0 8px}
p{margin:0 0 20px}button{font:inherit;font-weight:600;color:#fff;background:#0b6b5d;border:0;border-radius:6px;padding:10px 18px;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#14181a;color:#e8ecee}main{background:#1c2225;border-color:#343c40}}</style></head>
<body><main>${body}</main></body></html>`

/** The token is base64url, so it needs no escaping. */
export function confirmPage(token: string, isDone: boolean, language: PageLanguage): string {
  if (isDone) return donePage(language)
  const { unsubscribe, promise } = TEXTS[language]
  return page(
    language,
    unsubscribe,
    `<h1>${unsubscribe}</h1><p>${promise}</p>
<form method="post" action="/api/outreach/unsubscribe?token=${encodeURIComponent(token)}">
<input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">${unsubscribe}</button></form>`,
  )
}

export function donePage(language: PageLanguage): string {
  const { done, promise } = TEXTS[language]
  return page(language, done, `<h1>${done}</h1><p>${promise}</p>`)
}

export function invalidPage(language: PageLanguage): string {
  const { invalid, help } = TEXTS[language]
  return page(language, invalid, `<h1>${invalid}</h1><p>${help}</p>`)
}
