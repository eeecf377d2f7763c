// Reads a message as a receiver would, with a parser that is not the composer's.
import PostalMime, { type Email } from 'postal-mime'

export const readMail = (raw: string | Buffer): Promise<Email> => PostalMime.parse(raw)
