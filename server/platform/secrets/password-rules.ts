import { limits } from '../../../contract/limits.ts'
import { fail } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { KNOWN_PASSWORD } from './demo-door.ts'

/** What a password must not be made of, beside common passwords, and the form's name for the field. */
export type PasswordContext = { userName: string; brandTitle?: string | null; field?: 'passWord' | 'newPass' }

/** Device credentials and tickets are sent in the same fields as passwords and are never tried as one. */
export function isReservedPassword(password: string): boolean {
  return /^(dc1|tk1)\./.test(password)
}

/**
 * Refuses a new password that is too short or long, reserved, or known to every guesser. Has no rules of composition:
 * they only make people append "1!".
 */
export function refuseWeakPassword(password: string, context: PasswordContext): void {
  const length = [...password].length
  const isLong = length > limits.passwordMax || Buffer.byteLength(password) > limits.passwordMaxBytes
  if (length < limits.passwordMin || isLong) {
    fail('request.invalid', { fields: { [context.field ?? 'passWord']: isLong ? 'maxLength' : 'minLength' } })
  }
  if (isReservedPassword(password)) fail('account.password_reserved')
  if (password === KNOWN_PASSWORD || isCommonPassword(password, ownWords(context))) fail('account.password_common')
}

/** The name and its pieces: for "li.wei88@qq.com" also "li", "wei88", "qq", "com" — those long enough to matter. */
function ownWords({ userName, brandTitle }: PasswordContext): string[] {
  const words = [userName, ...userName.split(/[._@-]/), brandTitle ?? '']
  return words.map((word) => word.trim().toLowerCase()).filter((word) => word.length >= 3)
}
