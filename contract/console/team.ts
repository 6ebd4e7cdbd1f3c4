import Type from 'typebox'

import { Done, Email, Instant, Nothing, Nullable, Strict, Uuid } from '../fields.ts'
import { rolePermissions } from '../permissions.ts'
import { roleNames } from '../role-names.ts'
import { route } from '../route.ts'

const StaffId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** One of the five built-in roles, or an own role by its number. */
const RoleRef = Type.Union([Strict({ name: Type.Enum([...roleNames]) }), Strict({ id: StaffId })])
const Role = Type.Object({
  /** Null for the five built-in roles. */
  id: Nullable(Type.Integer()),
  name: Type.String(),
  permissions: Type.Array(Type.String()),
  members: Type.Integer(),
})
const Device = Type.Object({
  id: Type.String(),
  current: Type.Boolean(),
  /** For example "Chrome · Android". */
  device: Type.String(),
  /** Only the network part. */
  address: Nullable(Type.String()),
  createdAt: Instant,
  seenAt: Instant,
})
const team = { access: 'staff', scope: 'any' } as const
const change = { ...team, permission: 'staff.write', stepUp: true } as const

/** Members of the own team; platform staff can name a reseller's. Only a team's own members can change it. */
export const staff = {
  list: route('GET /api/console/staff/list', {
    ...team,
    permission: 'staff.read',
    summary: 'The members of the team',
    input: Nothing,
    output: Type.Object({
      rows: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          /** Masked. */
          email: Nullable(Type.String()),
          role: Type.String(),
          roleId: Nullable(Type.Integer()),
          hasFactor: Type.Boolean(),
          isSelf: Type.Boolean(),
          createdAt: Instant,
          seenAt: Nullable(Instant),
        }),
      ),
    }),
  }),
  roles: route('GET /api/console/staff/roles', {
    ...team,
    permission: 'staff.read',
    summary: 'The built-in and own roles of the team',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(Role) }),
  }),
  saveRole: route('POST /api/console/staff/roles/save', {
    ...change,
    summary: 'Make or change an own role; it never holds more than its maker has, nor the full export',
    input: Strict({
      id: Type.Optional(StaffId),
      name: Type.String({ minLength: 1, maxLength: 40, pattern: '^\\P{Cc}+$' }),
      permissions: Type.Array(Type.Enum([...rolePermissions]), { maxItems: 100 }),
    }),
    output: Type.Object({ id: Type.Integer() }),
    errors: ['object.unknown', 'staff.role_taken', 'staff.forbidden', 'staff.step_up'],
  }),
  removeRole: route('POST /api/console/staff/roles/remove', {
    ...change,
    summary: 'Remove an own role that nobody has',
    input: Strict({ id: StaffId }),
    output: Done,
    errors: ['object.unknown', 'staff.role_used', 'staff.step_up'],
  }),
  invitations: route('GET /api/console/staff/invitations', {
    ...team,
    permission: 'staff.read',
    summary: 'Invitations that can still be accepted',
    input: Nothing,
    output: Type.Object({
      rows: Type.Array(
        Type.Object({
          id: Type.String(),
          role: Type.String(),
          email: Nullable(Type.String()),
          invitedBy: Type.String(),
          createdAt: Instant,
          expiresAt: Instant,
        }),
      ),
    }),
  }),
  invite: route('POST /api/console/staff/invite', {
    ...change,
    summary: 'Invite somebody by mail, or by a link to hand over',
    input: Strict({ role: RoleRef, email: Type.Optional(Email) }),
    output: Type.Object({
      id: Type.String(),
      /** Shown only once; null when it was mailed. */
      link: Nullable(Type.String()),
      expiresAt: Instant,
    }),
    errors: ['object.unknown', 'email.off', 'request.too_many', 'mail.too_many', 'staff.forbidden', 'staff.step_up'],
  }),
  revokeInvitation: route('POST /api/console/staff/invitations/revoke', {
    ...change,
    summary: 'Take an invitation back',
    input: Strict({ id: Uuid }),
    output: Done,
    errors: ['object.unknown', 'staff.step_up'],
  }),
  changeRole: route('POST /api/console/staff/role', {
    ...change,
    summary: 'Give a member another role; it acts with the next call',
    input: Strict({ id: StaffId, role: RoleRef }),
    output: Done,
    errors: ['object.unknown', 'staff.last_owner', 'staff.forbidden', 'staff.step_up'],
  }),
  remove: route('POST /api/console/staff/remove', {
    ...change,
    summary: 'Remove a member; its sessions end at once',
    input: Strict({ id: StaffId }),
    output: Done,
    errors: ['object.unknown', 'staff.last_owner', 'staff.forbidden', 'staff.step_up'],
  }),
  sessions: route('GET /api/console/staff/sessions', {
    ...team,
    permission: 'staff.read',
    summary: 'Where a member is signed in',
    input: Strict({ id: StaffId }),
    output: Type.Object({ rows: Type.Array(Device) }),
    errors: ['object.unknown'],
  }),
  endSessions: route('POST /api/console/staff/sessions/end', {
    ...change,
    summary: 'Sign a member out everywhere',
    input: Strict({ id: StaffId }),
    output: Done,
    errors: ['object.unknown', 'staff.forbidden', 'staff.step_up'],
  }),
}

const own = { access: 'staff', permission: 'own', scope: 'any' } as const

/** The devices where the member is signed in. */
export const devices = {
  list: route('GET /api/console/devices', {
    ...own,
    summary: 'Where the member is signed in',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(Device) }),
  }),
  end: route('POST /api/console/devices/end', {
    ...own,
    summary: 'Sign one device out',
    input: Strict({ id: Uuid }),
    output: Done,
    errors: ['object.unknown'],
  }),
  endOthers: route('POST /api/console/devices/end-others', {
    ...own,
    summary: 'Sign all other devices out',
    input: Nothing,
    output: Done,
  }),
}
