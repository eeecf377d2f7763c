// Whether the writer of an answer wants no more mail, now: a wish of their own, and not a word about opting out in a question,
// about others, or about the past. By sentences, in the main languages of mail.
import { answerOf, withoutGreeting } from './answer-text.logic.ts'

export type UnsubscribeWish = 'yes' | 'no' | 'unsure'

const between = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** A whole answer or subject of these words is a command; a word of courtesy may stand beside it. */
const COMMANDS = [
  ...[
    'stop+',
    'stop (?:it|this|now|all|e?-?mails?|mailing|sending)',
    'stopall',
    'unsubscribe(?: me)?',
    'unsub',
    'remove(?: me)?',
    'opt[- ]?out',
    'end',
    'quit',
    'take me off',
    'no more(?: e?-?mails?)?',
    'delete(?: me)?',
    'unsubscribe request',
  ],
  ...['abmelden', 'abmeldung', 'austragen', 'abbestellen', 'kündigen', 'löschen', 'abbestellung'],
  ...[
    'désinscription',
    'désinscrire',
    'désinscrivez[- ]moi',
    'désabonnement',
    'désabonner',
    'désabonnez[- ]moi',
    'arrêtez?',
    'arrêt',
  ],
  ...[
    'baja',
    'dar(?:me)? de baja',
    'cancelar(?: suscripción)?',
    'desuscribir(?:me)?',
    'parar',
    'alto',
    'no más(?: correos)?',
  ],
  ...['cancella(?:mi|temi|zione)?', 'disiscri(?:vi|vimi|vetemi|zione)', 'rimuov(?:i|imi|etemi)', 'basta'],
  ...[
    'pare',
    'sair',
    'remover',
    'remova',
    'descadastr(?:ar|o)',
    'descadastre-me',
    'cancelar (?:inscrição|subscrição|assinatura)',
    'desinscrever',
  ],
  ...['afmelden', 'uitschrijven', 'schrijf me uit', 'meld me af', 'opzeggen'],
  ...['wypisz(?: mnie)?', 'wypisać', 'rezygnuję', 'rezygnacja', 'usuń(?: mnie)?'],
  ...[
    'avregistrera(?: mig)?',
    'avprenumerera',
    'avsluta(?: prenumeration(?:en)?)?',
    'sluta',
    'ta bort mig',
    'afmeld(?: mig)?',
    'frameld(?: mig)?',
    'avmeld(?: meg)?',
    'meld meg av',
  ],
  ...[
    'peruuta(?: tilaus)?',
    'poista(?: minut)?',
    'lopeta',
    'odhlásit(?: se)?',
    'odhlásiť',
    'leiratkozás',
    'leiratkozom',
    'dezabonare',
    'dezabonați-mă',
    'iptal',
    'abonelikten çık',
    'listeden çık',
  ],
  ...['отписаться', 'отпишите(?: меня)?', 'отписка', 'стоп', 'відписатися', 'відпишіть', 'διαγραφή', 'διακοπή'],
].map((one) => `(?:${one})`)
const COURTESY =
  "(?:please|pls|plz|kindly|thanks?|thank you|bitte|danke|vielen dank|svp|s'il vous plaît|merci(?: de)?|por favor|gracias|grazie|per favore|per cortesia|obrigad[oa]|favor|aub|a\\.u\\.b\\.?|alstublieft|graag|bedankt|proszę|dziękuję|tack|vänligen|tak|takk|venligst|kiitos|prosím|děkuji|köszönöm|kérem|vă rog|mulțumesc|lütfen|teşekkürler|пожалуйста|спасибо|будь ласка|дякую|παρακαλώ)"
const COMMAND = new RegExp(
  `^(?:${COURTESY}[\\s,.!]+)*(?:${COMMANDS.join('|')})(?:[\\s,.!]+${COURTESY})*[\\s.!]*$`,
  'iu',
)
const COMMAND_EAST =
  /^(?:メール|メルマガ|の|を|は|ください|下さい|お願いします|お願い(?:いた|致)します|希望(?:します)?|して|です|。|、|！|\s|配信|送信|停止|解除|退会|不要|登録|削除)+$/u
const EAST_STOP = /(?:配信|送信|メール|登録|解除|退会)?(?:停止|解除|退会|不要|配信停止)/u

/** In these the writer speaks of themselves, so that a polite question is a wish too. */
const OWN = between([
  // English
  '(?:un-?subscribe|remove|delete|drop|take|strike|opt|exclude|block) (?:me|us|my|our|this)(?! (?:a|an|the) (?:demo|call|look))',
  "(?:do not|don'?t|never|no longer|please not) (?:e-?mail|mail|contact|write(?: to)?|message|send(?: to)?|bother|disturb|call|reach out to|spam|pester) (?:me|us|this)",
  '(?:stop|quit|cease) (?:e-?mailing|mailing|contacting|writing|messaging|sending|spamming|bothering|pestering|harassing)(?: to)? (?:me|us|this|these|those|your)',
  "i(?:'d| would)? (?:want|wish|like|prefer|ask) (?:to )?(?:be )?(?:unsubscribe|unsubscribed|opt out|opted out|removed|taken off|deleted)",
  "i (?:do not|don'?t|no longer) (?:want|wish|care) to (?:receive|get|be (?:contacted|e-?mailed)|hear)",
  'how (?:do|can|to) (?:i )?(?:unsubscribe|opt out|get off)',
  "(?:do not|don'?t) send me|leave me alone|i (?:hereby )?(?:object|withdraw my consent|revoke)",
  // German
  '(?:streichen|nehmen|löschen|entfernen|tragen|melden) sie (?:mich|uns|meine|unsere|bitte mich|bitte meine)',
  '(?:nehmt|streicht|löscht|entfernt|tragt) (?:mich|uns|meine)',
  '(?:schreiben|kontaktieren|mailen|belästigen|schicken|senden|rufen) sie (?:mir|mich|uns|bitte (?:mir|mich))(?: bitte)?(?: \\p{L}+){0,3} (?:nicht|nichts|keine|nie)',
  'ich (?:möchte|will|wünsche) (?:\\p{L}+ ){0,3}(?:keine|nicht mehr|nichts mehr)(?: \\p{L}+){0,5} (?:erhalten|bekommen|kontaktiert|angeschrieben|haben)',
  '(?:widerspreche|widerrufe) (?:ich )?(?:hiermit |der )?|hiermit widerspreche ich',
  'bitte (?:um )?(?:abmeldung|löschung|streichung|keine weiteren?|keine|nicht mehr|nichts mehr)',
  '(?:mich|uns) (?:bitte )?(?:abmelden|austragen|löschen|aus (?:dem|ihrem|eurem|der) \\p{L}+ (?:nehmen|streichen|löschen|entfernen))',
  // French
  "(?:me|m'|nous) (?:désinscrire|désabonner|retirer|supprimer|rayer|enlever|radier)",
  '(?:désinscrivez|désabonnez|retirez|supprimez|rayez|enlevez)[- ](?:moi|nous|mon|mes)',
  '(?:supprimer|retirer|effacer) (?:mon|mes|notre|nos) (?:adresse|e-?mail|données|coordonnées)',
  "ne (?:m'|me |nous )(?:envoyez|écrivez|contactez|sollicitez|adressez|recontactez)(?: \\p{L}+){0,2} (?:plus|pas|rien)",
  '(?:je|nous) ne (?:souhait|veu|désir)\\p{L}+ (?:plus|pas)(?: \\p{L}+){0,2} (?:recevoir|être|vos)',
  "(?:cess|arrêt)\\p{L}+ de (?:m'|me |nous )(?:écrire|envoyer|contacter|solliciter|harceler)|cessez de m'écrire",
  "je m'oppose|je refuse (?:tout|de recevoir)|j'exerce mon droit",
  // Spanish
  '(?:den|dar|da|dé|denme|darme|dame|déme|dennos)(?:me)? de baja|quiero (?:darme de baja|que me)',
  '(?:elimin|borr|quit|sáqu|saqu|retir)\\p{L}*(?:me|nos)(?! (?:una|un) )|(?:elimin|borr|quit|retir)(?:en|e|ar|a) (?:mi|mis|nuestr\\p{L}+) (?:dirección|correo|e-?mail|datos|contacto)',
  'no (?:me|nos) (?:escrib|envíe|envie|mand|contact|vuelv|moleste|molest)\\p{L}*',
  'no (?:dese|quier|quer)\\p{L}+ (?:recibir|que me|seguir|más)',
  '(?:dejen?|deje|paren?) de (?:enviarme|escribirme|mandarme|contactarme|molestarme|enviarnos)',
  'ejerzo mi derecho|me opongo',
  // Italian
  '(?:cancella|rimuov|disiscriv|togli|elimina)\\p{L}*(?:mi|ci)(?! un)|(?:rimuovere|cancellare|eliminare|togliere) (?:il mio|i miei|la mia|il nostro)',
  'non (?:scriv|mand|invia|contatt|cerc)\\p{L}*(?:mi|ci|temi|teci|mmi)(?: \\p{L}+)? ?(?:più)?|(?:di )?non (?:contattarmi|scrivermi|inviarmi|mandarmi) (?:più|altro)',
  'non (?:desider|vogli|vorre)\\p{L}+ (?:più )?(?:ricevere|essere)',
  '(?:smett|finit)\\p{L}* di (?:inviarmi|scrivermi|mandarmi|contattarmi|disturbarmi)',
  'mi oppongo|chiedo la cancellazione|revoco il consenso',
  // Dutch
  '(?:verwijder|haal|schrijf|meld|schrap) (?:me|mij|ons|mijn)|(?:mij|me|ons) (?:\\p{L}+ ){0,4}(?:verwijderen|uitschrijven|afmelden|schrappen|uithalen)',
  '(?:stuur|mail|schrijf|benader|contacteer|bel) (?:me|mij|ons)(?: \\p{L}+){0,2} (?:geen|niet|nooit|niets)',
  '(?:ik|wij) (?:wil|wens|willen|wensen) (?:\\p{L}+ ){0,3}(?:geen|niet|niets)(?: \\p{L}+){0,5} (?:ontvangen|krijgen|benaderd|hebben)',
  '(?:mij|me|ons) (?:\\p{L}+ )?niet meer te (?:contacteren|mailen|benaderen|schrijven)',
  // Portuguese
  '(?:me|nos) (?:remov|retir|exclu|descadastr|tir|apagu)\\p{L}+|(?:remov|retir|exclu|tir|apagu)\\p{L}*-me|(?:remov|exclu|apag|elimin)\\p{L}+ (?:o )?(?:meu|meus|os meus|minha)',
  'não (?:me|nos) (?:mand|envi|escrev|contact|contat|volt|perturb|incomod)\\p{L}*',
  'não (?:quer|desej|pretend|gostari)\\p{L}* (?:mais )?(?:receber|ser|continuar)',
  '(?:par|deix)\\p{L}* de (?:me|nos) (?:enviar|mandar|escrever|contactar|contatar)|(?:parem|pare) de (?:enviar|mandar)-me',
  'solicito (?:o|a) (?:descadastr|remoção|exclusão|eliminação|cancelamento)\\p{L}*|não (?:entrar|entrem?) mais em contat\\p{L}+|oponho-me',
  // Polish
  '(?:wypis|usu|skreśl)\\p{L}* (?:mnie|nas|mój|moje|moich)|(?:mnie|nas) (?:wypis|usun|skreśl)\\p{L}*|usunięcie (?:mnie|mojego|moich)',
  'nie (?:życz|chc|wyrażam)\\p{L}* (?:sobie |zgody )?(?:\\p{L}+ )?(?:otrzymywa|dosta|na|być|kontakt)\\p{L}*',
  '(?:więcej )?(?:do mnie|do nas) (?:więcej )?nie (?:pisa|dzwoni|wysyła)\\p{L}*|nie (?:pisa|wysyła|pisz|wysyłaj|kontakt)\\p{L}* (?:się )?(?:do mnie|mi|ze mną|więcej)|(?:ze mną|z nami) (?:więcej )?nie kontaktowa\\p{L}*',
  '(?:przestań|przestańcie|proszę przestać) (?:mi |do mnie )?(?:wysyła|pisa|nęka)\\p{L}*|rezygnuję z|wnoszę sprzeciw|sprzeciwiam się',
  // Swedish, Danish, Norwegian
  '(?:ta bort|stryk|radera|avregistrera|avanmäl) (?:mig|oss|min|mina)|(?:fjern|slett|slet|afmeld|avmeld) (?:mig|meg|os|oss|min|mine|mit)',
  '(?:skicka|mejla|maila|kontakta|ring|skriv) (?:mig |oss |till mig )?(?:\\p{L}+ )?(?:inga|inte|aldrig)(?: \\p{L}+){0,4}|(?:kontakt|send|skriv|ring)\\p{L}* (?:mig|meg|os|oss)? ?(?:ikke|ikkje|ingen|aldri\\p{L}*)',
  '(?:jag|vi|jeg) (?:vill|önskar|vil|ønsker) (?:inte|ikke|inga|ingen)(?: \\p{L}+){0,3} (?:få|ha|bli|motta|modtage|flera|fler)',
  '(?:sluta|slut med at|slutt å) (?:att )?(?:mejla|maila|skicka|skriva|kontakta|sende|skrive)',
  // Finnish, Czech, Slovak, Hungarian, Romanian, Turkish
  '(?:poistakaa|poista) (?:minut|osoitteeni|meidät)|älkää (?:lähettäkö|ottako)|en halua (?:enää )?(?:saada|vastaanottaa)',
  '(?:vyřaďte|odhlaste|odstraňte|smažte|vymažte|vyraďte|odhláste) (?:mě|mne|ma|nás|moji|můj)|(?:nepište|neposílejte|nekontaktujte|neposielajte) (?:mi|mě|nám|ma)|nepřeji si|neželám si',
  '(?:töröljenek|vegyenek) (?:le|ki)|ne (?:írjanak|küldjenek)|nem (?:kérek|szeretnék) (?:több|további)',
  '(?:ștergeți|eliminați|scoateți|dezabonați)-(?:mă|ne)|nu (?:îmi|mai|mă) (?:mai )?(?:trimiteți|scrieți|contactați|doresc)|nu (?:mai )?(?:vreau|doresc) să (?:mai )?primesc',
  '(?:beni|bizi) (?:listeden|listenizden|listenden) (?:çıkar|sil)\\p{L}*|(?:bana|bize) (?:bir daha|artık) (?:yazma|mail|e-?posta|gönderme)\\p{L}*|almak istemiyor\\p{L}*',
  // Russian, Ukrainian, Greek
  '(?:отпишите|удалите|исключите|уберите) (?:меня|нас|мой|мою)|(?:не пишите|не присылайте|не отправляйте|не беспокойте) (?:мне|нам|меня|больше)?|(?:больше )?не хочу получать|прошу (?:меня )?(?:удалить|исключить|отписать)',
  '(?:відпишіть|видаліть|виключіть) (?:мене|нас|мою)|(?:не пишіть|не надсилайте) (?:мені|нам|більше)|не (?:бажаю|хочу) отримувати',
  '(?:διαγράψτε|αφαιρέστε) (?:με|μας|το)|μη(?:ν)? μου (?:στέλνετε|ξαναστείλετε|γράφετε)|δεν (?:θέλω|επιθυμώ) να λαμβάνω',
])
const OWN_EAST =
  /(?:(?:もう|今後|以後|これ以上)[^。？?]{0,20}(?:送ら|送信し|連絡し|メールし|配信し)ないで)|連絡しないで|送らないで|(?:受信|配信|メール)[^。？?]{0,10}希望し(?:ません|ない)|(?:配信|送信|メール)[^。？?]{0,12}(?:停止|中止|止め|やめ|お断り|不要)[^。？?]{0,12}(?:ください|下さい|お願い|求め|します|です|いたします)|(?:リスト|名簿|登録)[^。？?]{0,10}(?:削除|解除|外し)[^。？?]{0,4}(?:ください|下さい|お願い)|解除してください|お断りします|送信の停止|(?:请|請)?(?:退订|退訂|取消订阅|不要再(?:发|發|给|給|联系)|停止(?:发送|發送)|从(?:列表|名单)(?:中)?(?:删除|移除))|(?:수신\s?거부|구독\s?취소|(?:더\s?이상|다시는?)[^.?]{0,15}(?:보내지|연락하지)\s?(?:마|말))/u

/** Phrases without a person: in a question they ask how unsubscribing works. */
const PLAIN = between([
  'please un-?subscribe|(?:please )?(?:stop sending|stop mailing|stop e-?mailing|do not contact|no (?:more|further) (?:e-?mails?|mails?|messages?|contact|communications?))',
  '(?:keine weiteren?|keine) (?:e-?mails?|mails?|nachrichten|werbung|newsletter)(?: mehr)?',
  'plus (?:de|aucun) (?:mails?|e-?mails?|messages?|courriels?)',
  '(?:no (?:más|mas)|ningún) (?:correos?|e-?mails?|mensajes?)|(?:dejen?|paren?) de enviar\\p{L}*|no (?:vuelvan|volver) a contactar\\p{L}*',
  '(?:niente|basta) (?:più )?(?:e-?mail|messaggi|pubblicità)|smettetela',
  'geen (?:e-?mails?|mails?|berichten|reclame)(?: meer)?',
  'parem de (?:me )?(?:enviar|mandar)|chega de e-?mails?',
  '(?:przestańcie|proszę nie) wysyłać',
  'inga (?:fler )?(?:mejl|mail|utskick)|sluta (?:skicka|mejla|maila)',
])

/** Sentences about others, about a condition or about the past, which express no wish of the writer. */
const OF_OTHERS = between([
  "(?:(?:our|your|their|my|the) )?(?:contacts?|customers?|clients?|recipients?|prospects?|subscribers?|people|someone|anyone|users?|leads?)(?= (?:to |who |that |can |could |unsubscribe|opt|want|ask|reply|respond|do|don't|will|may|get|have))",
  'how (?:do|does|is|are|will|would) (?:you|your|they|it|opt|unsubscri)\\p{L}*|does (?:your|it|the)|do you|can (?:your|it|we)|is (?:opt|unsubscri|it)',
  'if (?:a|an|someone|somebody|anyone|they|people|our)|when (?:a|someone|people|they)',
  'i unsubscribed|we unsubscribed|(?:have|had) (?:already )?unsubscribed',
  '(?:empfänger|kunden|kontakte|personen|jemand|leute|abmeldungen)|wenn (?:ein|eine|jemand|der|die)|falls|wie (?:stellen|gehen|handhaben|regeln|sich)|(?:haben|hatten) (?:wir )?uns',
  "(?:les|nos|vos|des|aux|d'un) (?:contacts?|destinataires?|clients?|personnes?|prospects?|désinscriptions?)|si (?:un|une|quelqu'un|des|les)|comment (?:gér|trait)\\p{L}*|est-ce que|votre (?:outil|système|logiciel)|nous nous sommes",
  '(?:los|nuestros|sus|un|de los) (?:contactos?|destinatarios?|clientes?)|si (?:un|una|alguien|los)|cómo (?:gestion|trat|manej)\\p{L}*|qué pasa|nos dimos',
  '(?:i|un|gli|nostri|dei) (?:contatt\\p{L}|destinatari\\p{L}*|client\\p{L})|se (?:un|una|qualcuno)|come (?:gest|tratt)\\p{L}*|chi non|il vostro sistema|ci siamo',
  '(?:iemand|contacten|klanten|ontvangers|mensen)|als (?:iemand|een|ze)|hoe (?:verwerk|gaan|werkt|regel)\\p{L}*|jullie systeem|hebben ons',
  '(?:os|nossos|um|dos) (?:contat\\p{L}+|contact\\p{L}+|destinatári\\p{L}+|client\\p{L}+)|se (?:o|um|uma|alguém)|como (?:trat|gerenc|func)\\p{L}*|o sistema|cancelámos',
  '(?:ktoś|odbiorc\\p{L}+|klien\\p{L}+|kontakt(?:y|ów))|(?:jeśli|jeżeli|gdy) (?:ktoś|odbiorca|klient)|jak (?:obsługuj|działa)\\p{L}*|system',
  '(?:någon|mottagar\\p{L}+|kund\\p{L}+|kontakter)|om (?:någon|en|de)|hur (?:hanter|fung)\\p{L}*|de som|systemet',
])
const OF_OTHERS_EAST = /受信者|お客様|顧客|送信先|処理されますか|された場合|した場合|ますか|可能ですか|昨年|他社/u

/** Signs of interest. When a reply has both, a person decides. */
const GOES_ON = between([
  "(?:demo|pricing|price list|quote|let'?s (?:talk|meet|speak|schedule)|tell me more|sounds (?:good|great|interesting)|send me (?:a|the|your|more)|call me|happy to)",
  '(?:angebot|preisliste|termin|klingt|gerne|rufen sie mich)',
  '(?:démo|devis|tarifs|rendez-vous|volontiers)',
  '(?:demostración|presupuesto|precios|me interesa|agend\\p{L}+)',
  '(?:preventivo|mi interessa|appuntamento|prezzi)',
  '(?:offerte|prijs|afspraak|bel me|klinkt)',
  '(?:proposta|orçamento|tenho interesse|preços|reunião)',
  '(?:ofert\\p{L}+|cennik\\p{L}*|umówmy|chętnie)',
  '(?:offert|pris|möte|boka|låter bra)',
])
const MENTIONS =
  /unsubscri|opt(?:ing|ed)?[- ]?out|abmeld|abbestell|austrag|désinscri|désabonn|de baja|disiscri|cancellazion|uitschrij|afmeld|descadastr|wypisa|avregistr|avprenumer|配信停止|отпис|退订|수신거부/iu

const normal = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[’‘´`]/g, "'")
    .replace(/\u00a0/g, ' ')
const isCommand = (text: string) => {
  const bare = text.trim().replace(/^["'*\s]+|["'*\s]+$/g, '')
  return bare.length <= 60 && (COMMAND.test(bare) || (COMMAND_EAST.test(bare) && EAST_STOP.test(bare)))
}

/** `quoted`: the text as it came, with what it quotes. */
export function readUnsubscribeWish(subject: string, quoted: string): UnsubscribeWish {
  const whole = normal(withoutGreeting(answerOf(quoted))).slice(0, 5_000)
  const line = normal(subject)
  const sentences = whole
    .split(/(?<=[.!?。！？])\s*(?=\s|\p{Lo}|$)|\n+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const goesOn = GOES_ON.test(whole)
  // A subject written by the sender counts as a command when the text adds nothing but a name.
  const isOwnSubject = !/^\s*(?:re|aw|sv|vs|odp|r|res|ref|fw|fwd|wg|tr)\s*:/i.test(line)
  if (isOwnSubject && isCommand(line) && whole.split(/\s+/).length <= 12 && !/[?？]/.test(whole)) return 'yes'
  const first = sentences.findIndex((one) => isCommand(one))
  if (first !== -1 && (first === 0 || sentences.length <= 4)) return goesOn ? 'unsure' : 'yes'
  let isUnsure = false
  for (const sentence of sentences) {
    const isQuestion = /[?？]\s*$/.test(sentence)
    const isOfOthers = OF_OTHERS.test(sentence) || OF_OTHERS_EAST.test(sentence)
    const isOwn = OWN.test(sentence) || (OWN_EAST.test(sentence) && !isQuestion)
    if (isOwn && !isOfOthers) return goesOn ? 'unsure' : 'yes'
    if (PLAIN.test(sentence) && !isOfOthers && !isQuestion) return goesOn ? 'unsure' : 'yes'
    if ((isOwn && !isQuestion) || (MENTIONS.test(sentence) && !isOfOthers && !isQuestion)) isUnsure = true
  }
  return isUnsure && !goesOn ? 'unsure' : 'no'
}
