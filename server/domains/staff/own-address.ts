import type { Language } from '../../../contract/languages.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadStaff } from './queries.ts'

/** The verified address of the calling member, for mails; null without one. */
export async function getOwnAddress(
  ctx: Pick<Ctx<'staff'>, 'db' | 'actor'>,
): Promise<{ email: string | null; language: Language }> {
  const { email, language } = (await loadStaff(ctx.db, ctx.actor.staffId)) ?? fail('auth.required')
  return { email, language }
}
