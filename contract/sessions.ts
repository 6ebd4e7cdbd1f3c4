import Type from 'typebox'

import { SignedIn } from './accounts.ts'
import {
  AnyPassword,
  Captcha,
  Done,
  Instant,
  KnownDevice,
  LoginName,
  NewPassword,
  Nothing,
  Nullable,
  OwnResellerKey,
  ResellerKey,
  Strict,
  TotpCode,
  Uuid,
} from './fields.ts'
import { route } from './route.ts'

export const sessions = {
  login: route('POST /api/user/login', {
    access: 'public',
    summary: 'Sign in with account and password',
    input: Strict({
      userName: LoginName,
      passWord: AnyPassword,
      dailiKey: ResellerKey,
      captcha: Type.Optional(Captcha),
      totp: Type.Optional(TotpCode),
      remember: Type.Optional(Type.Boolean()),
      device: Type.Optional(KnownDevice),
    }),
    output: SignedIn,
    errors: [
      'auth.bad_credentials',
      'auth.captcha_required',
      'auth.captcha_wrong',
      'auth.totp_required',
      'auth.totp_wrong',
      'auth.locked',
      'auth.renamed',
      'auth.busy',
      'request.too_many',
    ],
  }),
  silentLogin: route('POST /api/user/silentLogin', {
    access: 'anyone',
    summary: 'Sign in with the device credential that "remember me" stored',
    input: Strict({ userName: LoginName, passWord: AnyPassword, dailiKey: OwnResellerKey }),
    output: SignedIn,
    errors: [
      'auth.device_refused',
      'auth.device_ended',
      'auth.bad_credentials',
      'auth.captcha_required',
      'auth.totp_required',
      'auth.locked',
      'auth.busy',
      'request.too_many',
    ],
  }),
  logout: route('POST /api/user/logout', {
    access: 'user',
    summary: 'End this session and forget this device',
    input: Nothing,
    output: Done,
  }),
  captcha: route('GET /api/user/captcha', {
    access: 'public',
    summary: 'A proof of work, or with kind=image a picture with a code',
    input: Strict({ kind: Type.Optional(Type.Literal('image')) }),
    output: Type.Union([
      Type.Object({ kind: Type.Literal('pow'), challenge: Type.Unknown() }),
      Type.Object({ kind: Type.Literal('image'), id: Type.String(), image: Type.String() }),
    ]),
  }),
  list: route('GET /api/user/sessions', {
    access: 'user',
    summary: 'Where this account is signed in',
    input: Nothing,
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.String(),
          current: Type.Boolean(),
          remembered: Type.Boolean(),
          userAgent: Type.String(),
          address: Nullable(Type.String()),
          createdAt: Instant,
          seenAt: Instant,
        }),
      ),
    }),
  }),
  revoke: route('POST /api/user/sessions/revoke', {
    access: 'user',
    summary: 'Sign out one device, or all others',
    input: Type.Object(
      { id: Type.Optional(Uuid), all: Type.Optional(Type.Literal(true)) },
      { additionalProperties: false, minProperties: 1, maxProperties: 1 },
    ),
    output: Type.Object({ revoked: Type.Integer() }),
    errors: ['object.unknown'],
  }),
  changePass: route('POST /api/user/changePass', {
    access: 'user',
    summary: 'Change the password and end all other sessions',
    input: Strict({ oldPass: AnyPassword, newPass: NewPassword }),
    /** The new credential of this device, if it was remembered: the old one has ended too. */
    output: Type.Object({ device: Type.Optional(Type.String()) }),
    errors: [
      'auth.wrong_password',
      'account.password_common',
      'account.password_reserved',
      'auth.busy',
      'request.too_many',
    ],
  }),
  ticket: route('POST /api/user/ticket', {
    access: 'user',
    summary: 'A 60-second single-use pass for one purpose',
    input: Strict({
      audience: Type.Union([
        Type.Literal('usage'),
        Type.Literal('download'),
        Type.Literal('probe'),
        /** Takes the session along to another browser: see handover. */
        Type.Literal('handover'),
      ]),
    }),
    output: Type.Object({ ticket: Type.String(), expiresAt: Instant }),
    errors: ['request.too_many'],
  }),
  handover: route('POST /api/user/handover', {
    access: 'public',
    summary: 'Go on in another browser: opens a session there for the one that asked for the ticket. Spends it',
    input: Strict({ ticket: Type.String({ maxLength: 400 }), dailiKey: ResellerKey }),
    output: SignedIn,
    errors: ['ticket.spent', 'ticket.late', 'ticket.other_brand', 'ticket.session_over'],
  }),
  redeemTicket: route('POST /api/ticket/redeem', {
    access: 'partner',
    summary: 'For partner pages: who a ticket belongs to. Spends it',
    input: Strict({ ticket: Type.String({ maxLength: 400 }) }),
    output: Type.Object({ userName: Type.String(), dailiKey: ResellerKey, audience: Type.String() }),
    errors: ['ticket.spent'],
  }),
}
