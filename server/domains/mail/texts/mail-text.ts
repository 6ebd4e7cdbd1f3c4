import type { MailTemplate, MailWords } from '../mail-templates.ts'

export type MailText = {
  subject: string
  /** Paragraphs; a code stands after the first. */
  lines: string[]
  /** A button to a page of the portal, or of the console; the way to join it takes the mail's own link along. */
  action?: {
    label: string
    path: '/login' | '/find_pass' | '/user/invite' | '/user/open_agency' | '/console' | '/console/join'
  }
}
type Words<T extends MailTemplate> = MailWords<T> & { user: string }

/** A template without a text does not compile, nor does a text that uses a word the template does not bring. */
export type MailTexts = { [T in MailTemplate]: (words: Words<T>) => MailText } & { footer: string }
