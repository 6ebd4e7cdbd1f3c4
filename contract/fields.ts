import Type from 'typebox'

import { limits } from './limits.ts'
import { standardLimits } from './standard-limits.ts'

/** Field schemas that several calls share. */
export const Nothing = Type.Object({}, { additionalProperties: false })
export const Done = Type.Object({}, { additionalProperties: false })
export const ResellerKey = Type.Integer({ minimum: 0, maximum: 999_999_999 })
/** Left out, it is that of the token, else of the cookie `app_key`, else of the host, else 0. */
export const OwnResellerKey = Type.Optional(ResellerKey)
export const UserName = Type.String({
  minLength: limits.userNameMin,
  maxLength: limits.userNameMax,
  pattern: limits.userNamePattern,
})
/** For signing in: also a name from before the operator lowered the limit. */
export const LoginName = Type.String({ minLength: 1, maxLength: standardLimits.userNameMax })
/** For signing in: any text of sane size is a wrong password, not a broken request. */
export const AnyPassword = Type.String({ minLength: 1, maxLength: limits.passwordMaxBytes })
export const NewPassword = Type.String({ minLength: limits.passwordMin, maxLength: limits.passwordMax })
export const Email = Type.String({ maxLength: limits.emailMax, format: 'email' })
export const MailCode = Type.String({ pattern: `^[0-9]{${limits.mailCodeDigits}}$` })
/** A mailed one, or a longer one that an operator has told. */
export const RecoveryCode = Type.String({
  pattern: `^([0-9]{${limits.mailCodeDigits}}|[0-9]{${limits.operatorCodeDigits}})$`,
})
/** The device credential of that very account, if the browser has one: others' tries then hold nothing up. */
export const KnownDevice = Type.String({ maxLength: 200 })
/** Six digits, or a recovery code. */
export const TotpCode = Type.String({ minLength: 1, maxLength: 32 })
export const Captcha = Type.String({ maxLength: 4096 })
/** Of a row: what JavaScript counts exactly, and far below what the database holds. */
const ROW_MAX = 999_999_999_999_999
export const RowId = Type.Integer({ minimum: 1, maximum: ROW_MAX })
/** Of a table that stays short: nodes, packages, price lists. */
const SHORT_MAX = 2_147_483_647
export const ShortRowId = Type.Integer({ minimum: 1, maximum: SHORT_MAX })
export const ShortRowIdOrNone = Type.Integer({ minimum: 0, maximum: SHORT_MAX })
/** Any that the database holds: what fits is judged with the other fields, and told in words. */
export const AnyInteger = Type.Integer({ minimum: -SHORT_MAX, maximum: SHORT_MAX })
export const AnyNumber = Type.Number({ minimum: -SHORT_MAX, maximum: SHORT_MAX })
/** Money and traffic that are never less than nothing, or than one; bounded as the rows are. */
export const Fen = Type.Integer({ minimum: 0, maximum: ROW_MAX })
export const SomeBytes = Type.Integer({ minimum: 1, maximum: ROW_MAX })
export const Instant = Type.String({ format: 'date-time' })
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** Made by the client before it sends: the same key with the same body answers the first answer. */
export const RequestKey = Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\w.:-]+$' })
/** `next` of the page before. */
export const Cursor = Type.String({ maxLength: 300, pattern: '^[\\w.:-]+$' })
/** Not `format: 'uuid'`: that also takes `urn:uuid:…`, which the database does not. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
})
