import type { publicPaths, userChildren } from '../contract/page-paths.ts'

export type PublicPath = (typeof publicPaths)[number]
export type UserChild = (typeof userChildren)[number]

export const USER_ROOT = '/user'

export function userPath(child: UserChild): string {
  return child === '' ? USER_ROOT : `${USER_ROOT}/${child}`
}

/** History state of /user/emailBind right after registering with an e-mail address as the account name. */
export const EMAIL_OFFER = 'offered'
