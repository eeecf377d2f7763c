// Whether a mail answers by itself, and whether it says that its owner is away: by headers, and by subject and text in the main
// languages of mail.

/** What mail programs put before the subject of an automatic answer. */
const AUTOMATIC_SUBJECT =
  /^(?:\s*(?:re|aw|sv|vs|odp|res|r|fwd?)\s*:\s*)*[[【(]?\s*(?:auto(?:matic|mated|matisch\p{L}*)?[- ]?(?:reply|response|antwort|answer|svar|respons\p{L}*|respuesta)|automatische antwort|automatisch antwoord|automatiskt? svar|autosvar|r[ée]ponse automatique|respuesta autom[áa]tica|risposta automatica|resposta autom[áa]tica|odpowied[źz] automatyczna|autoodpowied[źz]|automaattinen vastaus|automatick[áa] odpov[ěe][ďd]|automatikus v[áa]lasz|r[ăa]spuns automat|otomatik yan[ıi]t|автоматический ответ|автоответ|автоматична відповідь|αυτόματη απάντηση|自動応答|自動返信|自动(?:回复|答复)|自動(?:回覆|回復)|자동\s?(?:회신|응답)|부재중)/iu
const AUTOMATIC_TEXT =
  /(?:this is an? (?:automat|auto)\p{L}* |automated (?:message|reply|response)|auto(?:matic(?:ally)?)?[- ](?:generated|reply|response)|(?:automatisch|maschinell) (?:erstellt|generiert|versendet|erzeugt)|automatische (?:antwort|nachricht)|message automatique|réponse automatique|mensaje automático|respuesta automática|(?:messaggio|risposta|generato) automatic\p{L}+|automatisch bericht|mensagem automática|resposta automática|(?:wiadomość|wygenerowana|odpowiedź) automatyczn\p{L}+|automatiskt? (?:svar|meddelande|besked|melding)|automaattinen|automatick\p{L}+ (?:odpověď|zpráva|odpoveď)|automatikus (?:válasz|üzenet)|mesaj automat|otomatik (?:yanıt|mesaj)|автоматическ\p{L}+ (?:ответ|сообщение)|автоматичн\p{L}+|αυτόματ\p{L}+|自動(?:送信|返信|応答|配信)|自动(?:回复|发送)|자동\s?(?:회신|응답|발송))/iu

/** Away, on leave, closed: stems, for a note that is known to be automatic. */
const AWAY =
  /(?:out[- ]of[- ](?:the[- ])?office|\booo\b|\b(?:annual|parental|maternity|paternity|sick|medical|family) leave\b|\bon (?:[\p{L} ]{0,12})?(?:leave|vacation|holidays?|pto|sabbatical)\b|\bvacation\b|\baway\b|\btravell?ing\b|\bout (?:today|this|next|until|from|on|mon|tue|wed|thu|fri|sat|sun)|\bback (?:on|in|at)\b|\bzurück\b|de retour|de vuelta|di ritorno|rientr|\bterug\b|\bvrij\b|\bretorn(?:o|ar)\b|\bestou fora\b|wracam|powrót|tillbaka|\båter\b|tilba[gk]e|\buntil\b|\breturn(?:ing)? (?:on|to the office)\b|not (?:in the office|available|working)|unavailable|limited access|office (?:is|will be) closed|abwesen|nicht (?:im (?:büro|haus|dienst)|erreichbar|da\b)|urlaub|au(?:ß|ss)er haus|dienstreise|elternzeit|mutterschutz|geschlossen|erkrank|absen(?:t|ce)|en congés?|congé|vacances|déplacement|fermé|en formation|fuera de la oficina|vacaciones|ausen(?:te|cia)|de viaje|no (?:me encuentro|estoy|estaré)|de baja|licencia|cerrad|permiso|jornada reducida|fuori (?:ufficio|sede)|assen(?:te|za)|in ferie|\bferie\b|in viaggio|congedo|chius[ioa]|non sono in ufficio|afwezig|niet (?:op kantoor|aanwezig|bereikbaar|op vrijdag)|vakantie|verlof|zakenreis|gesloten|fora do escritório|ausência|férias|em viagem|licença|recesso|não (?:estou|me encontro)|indisponível|nieobecn|poza biurem|urlop|delegacj|zwolnienie|zamknięt|nie ma mnie|frånvar|semester|inte (?:är )?(?:på (?:kontoret|plats)|tillgänglig)|ej på kontoret|tjänsteresa|föräldraledig|bortrest|sjukskriven|ledig|stängt|fravær|ikke på kontor|permisjon|orlov|\bferie|poissa|lomalla|\bloma\b|mimo kancel|dovolen|nepřítom|neprítom|szabadság|távol|házon kívül|concediu|absent|lipsesc|birou închis|ofis dışı|izin|tatil|ofiste değil|отпуск|нет на месте|отсутств|в командировке|вне офиса|відпуст|відсутн|поза офісом|εκτός γραφείου|άδεια|απουσι|不在|休暇|休業|休職|休み|外出|出張|席を外|不在にし|休假|外出|不在办公室|出差|放假|부재|휴가|출장|휴무)/iu
/** A subject that is such a note by itself, without any header. */
const AWAY_SUBJECT =
  /^(?:\s*(?:re|aw|sv|vs|odp|res|r)\s*:\s*)*(?:out of (?:the )?office|ooo\b|on (?:vacation|leave|holiday)|away (?:from|until)|abwesenheit|abwesend|absence du bureau|message d'absence|fuera de la oficina|fuori (?:ufficio|sede)|afwezig|niet aanwezig|fora do escritório|ausência do escritório|nieobecność|poza biurem|frånvaro|ej på kontoret|fravær|poissaolo|mimo kancelář|nepřítomnost|házon kívül|ofis dışı|вне офиса|不在(?:通知|のお知らせ)|休暇中|年末年始休業)/iu
/** These are not away: they are gone, or they have moved. */
const GONE =
  /(?:no longer (?:work|with|at|employed)|(?:has|have) left (?:the company|us)|nicht mehr (?:in|bei|für|tätig)|ne (?:fait|travaille) plus|ya no (?:labora|trabaja)|non lavora più|niet (?:meer|langer) (?:werkzaam|in dienst)|não (?:trabalha|faz) mais|już u nas nie pracuje|nie pracuje|har slutat|退職|離職|больше не работает|已离职|퇴사)/iu

export type Automatic = 'absence' | 'other'

export interface AnswerParts {
  header: (name: string) => string
  subject: string
  /** The words of the answer itself. */
  answer: string
}

/** Null for what a person wrote. */
export function readAutomatic({ header, subject, answer }: AnswerParts): Automatic | null {
  const submitted = header('auto-submitted')
  const isMarked =
    (submitted !== '' && submitted !== 'no') ||
    header('x-autoreply') !== '' ||
    header('x-autorespond') !== '' ||
    header('x-auto-response-suppress') !== '' ||
    /auto_reply|bulk|list|junk/.test(header('precedence')) ||
    AUTOMATIC_SUBJECT.test(subject)
  const isAway = (AWAY.test(answer) || AWAY.test(subject)) && !GONE.test(answer)
  if (isMarked) return isAway ? 'absence' : 'other'
  // A person who writes that they are away next week has read the message.
  if (AWAY_SUBJECT.test(subject) && isAway) return 'absence'
  return AUTOMATIC_TEXT.test(answer) ? (isAway ? 'absence' : 'other') : null
}
