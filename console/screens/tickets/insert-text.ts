import { PICTURES_PER_MESSAGE } from '../../../contract/pictures.ts'
import type { TicketPicture } from '../../../contract/tickets.ts'

/** `filled`: the template that the text still is, when nobody touched it. */
export type AnswerDraft = { text: string; filled?: string; pictures?: TicketPicture[] }

/**
 * A template takes the place of one that nobody touched since; words of the member's own stay, and it comes below them.
 * Its pictures likewise.
 */
export function insertTemplate(
  before: AnswerDraft,
  template: { text: string; pictures: TicketPicture[] },
): AnswerDraft {
  const { text: filled, pictures } = template
  if (before.text.trim() === '' || before.text === before.filled) return { text: filled, filled, pictures }
  const kept = before.pictures ?? []
  const more = pictures.filter(({ pictureId }) => !kept.some((one) => one.pictureId === pictureId))
  return {
    text: `${before.text.trimEnd()}\n\n${filled}`,
    filled,
    pictures: [...kept, ...more].slice(0, PICTURES_PER_MESSAGE),
  }
}
