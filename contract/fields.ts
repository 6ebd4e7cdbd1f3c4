import Type from 'typebox'

import { limits } from './limits.ts'
import { standardLimits } from './standard-limits.ts'

/** An object with these fields and no others. */
export const Strict = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** Field schemas that several calls share. */
export const Nothing = Strict({})
export const Done = Strict({})
export const ResellerKey = Type.Integer({ minimum: 0, maximum: 999_999_999 })
/** Left out: taken from the token, else the cookie `app_key`, else the host, else 0. */
export const OwnResellerKey = Type.Optional(ResellerKey)
export const UserName = Type.String({
  minLength: limits.userNameMin,
  maxLength: limits.userNameMax,
  pattern: limits.userNamePattern,
})
/**
 * For signing in: also accepts names from before the operator lowered the limit, and e-mail addresses, by which users from
 * other panels know their accounts.
 */
export const LoginName = Type.String({ minLength: 1, maxLength: standardLimits.emailMax })
/** For signing in: any text of reasonable size counts as a wrong password, not as an invalid request. */
export const AnyPassword = Type.String({ minLength: 1, maxLength: limits.passwordMaxBytes })
export const NewPassword = Type.String({ minLength: limits.passwordMin, maxLength: limits.passwordMax })
export const Email = Type.String({ maxLength: limits.emailMax, format: 'email' })
export const MailCode = Type.String({ pattern: `^[0-9]{${limits.mailCodeDigits}}$` })
/** A mailed code, or a longer one that an operator told the user. */
export const RecoveryCode = Type.String({
  pattern: `^([0-9]{${limits.mailCodeDigits}}|[0-9]{${limits.operatorCodeDigits}})$`,
})
/** This account's device credential, if the browser has one: wrong tries by others then do not delay this user. */
export const KnownDevice = Type.String({ maxLength: 200 })
/** Six digits, or a recovery code. */
export const TotpCode = Type.String({ minLength: 1, maxLength: 32 })
export const Captcha = Type.String({ maxLength: 4096 })
/** Largest row number: JavaScript counts it exactly, and it is far below the database's limit. */
const ROW_MAX = 999_999_999_999_999
export const RowId = Type.Integer({ minimum: 1, maximum: ROW_MAX })
/** For tables that stay short: nodes, packages, price lists. */
const SHORT_MAX = 2_147_483_647
export const ShortRowId = Type.Integer({ minimum: 1, maximum: SHORT_MAX })
export const ShortRowIdOrNone = Type.Integer({ minimum: 0, maximum: SHORT_MAX })
/** Any number that the database holds. The server checks it with the other fields and explains a refusal in words. */
export const AnyInteger = Type.Integer({ minimum: -SHORT_MAX, maximum: SHORT_MAX })
export const AnyNumber = Type.Number({ minimum: -SHORT_MAX, maximum: SHORT_MAX })
/** Money and traffic: at least 0, or at least 1. The upper bound is that of row numbers. */
export const Fen = Type.Integer({ minimum: 0, maximum: ROW_MAX })
export const SomeBytes = Type.Integer({ minimum: 1, maximum: ROW_MAX })
/** A plain text for whoever reads the wire; the server may answer with the `Date` itself. */
type InstantText = string & { readonly isInstant?: never }
export const Instant = Type.String({ format: 'date-time' }) as unknown as Type.TUnsafe<InstantText>
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** The client makes this key before it sends: the same key with the same body gets the first answer again. */
export const RequestKey = Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\w.:-]+$' })
/** `next` of the previous page. */
export const Cursor = Type.String({ maxLength: 300, pattern: '^[\\w.:-]+$' })
/** Not `format: 'uuid'`: it also accepts `urn:uuid:…`, which the database refuses. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
})
