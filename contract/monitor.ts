import Type from 'typebox'

import { AnyPassword, Captcha, Cursor, Done, Nothing, Nullable, ResellerKey, ShortRowId, TotpCode } from './fields.ts'
import { limits } from './limits.ts'
import { MonitorAlert, MonitorOverview } from './monitor-figures.ts'
import { route } from './route.ts'
import { standardLimits } from './standard-limits.ts'

const strict = { additionalProperties: false } as const

/**
 * Read it with fetch and the token in the header. `?dailiKey` filters as in `overview`; `?since` (or the header
 * Last-Event-ID) resumes after that event. monitor-figures.ts has the events. It is no JSON call, so it is not in
 * `api`.
 */
export const MONITOR_STREAM_PATH = '/api/monitor/stream'
export const MonitorStreamInput = Type.Object(
  {
    dailiKey: Type.Optional(ResellerKey),
    since: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  strict,
)

export const monitor = {
  login: route('POST /api/monitor/login', {
    access: 'public',
    summary: 'Sign in to the monitor; its accounts are made on the command line',
    input: Type.Object(
      {
        userName: Type.String({ minLength: 1, maxLength: standardLimits.userNameMax, pattern: limits.userNamePattern }),
        passWord: AnyPassword,
        totp: Type.Optional(TotpCode),
        /** Required after several wrong tries, as with /api/user/login. */
        captcha: Type.Optional(Captcha),
      },
      strict,
    ),
    output: Type.Object({
      token: Type.String(),
      userName: Type.String(),
      /** Null: sees every reseller and may filter. Else: sees only this one. */
      resellerId: Nullable(Type.Integer()),
    }),
    errors: [
      'auth.bad_credentials',
      'auth.captcha_required',
      'auth.captcha_wrong',
      'auth.totp_required',
      'auth.totp_wrong',
      'auth.busy',
      'request.too_many',
    ],
  }),
  logout: route('POST /api/monitor/logout', {
    access: 'monitor',
    summary: 'End this monitor session and its streams',
    input: Nothing,
    output: Done,
  }),
  overview: route('GET /api/monitor/overview', {
    access: 'monitor',
    summary: 'Everything the monitor shows, at one moment',
    input: Type.Object({ dailiKey: Type.Optional(ResellerKey) }, strict),
    output: MonitorOverview,
    errors: ['object.unknown'],
  }),
  alerts: route('GET /api/monitor/alerts', {
    access: 'monitor',
    summary: 'Alerts, newest first: all, or those that are still open',
    input: Type.Object(
      {
        cursor: Type.Optional(Cursor),
        dailiKey: Type.Optional(ResellerKey),
        state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('all')])),
      },
      strict,
    ),
    output: Type.Object({ items: Type.Array(MonitorAlert), next: Nullable(Type.String()) }),
    errors: ['object.unknown'],
  }),
  ack: route('POST /api/monitor/ack', {
    access: 'monitor',
    summary: 'Say that somebody looks after an alert; one that cannot recover by itself is thereby closed',
    input: Type.Object({ alertId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }, strict),
    output: MonitorAlert,
    errors: ['object.unknown'],
  }),
  maintenance: route('POST /api/monitor/maintenance', {
    access: 'monitor',
    summary: 'Take a node out of service or back: nobody new is placed on it, and its silence alarms nobody',
    input: Type.Object({ nodeId: ShortRowId, on: Type.Boolean() }, strict),
    output: Type.Object({ nodeId: Type.Integer(), on: Type.Boolean() }),
    errors: ['object.unknown'],
  }),
}
