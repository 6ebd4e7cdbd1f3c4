import type { Bugs } from '../mutant.ts'

/** Who gets in, who stays in, and what the second factor protects. */
export const sessionsBugs: Bugs = {
  'server/domains/sessions/queries.ts': [
    [
      'and s.revoked_at is null and s.expires_at > $2 and s.seen_at > $3`',
      "and s.revoked_at is null and s.expires_at > $2 and s.seen_at > '-infinity' and $3::timestamptz is not null`",
      'never ends an idle session',
    ],
    [
      'and s.revoked_at is null and s.expires_at > $2 and',
      'and s.revoked_at is null and',
      'never ends a session that is used',
    ],
  ],
  'server/domains/sessions/change-password.ts': [
    [
      '    await endSessions(tx, owner, { sessionId: ctx.actor.sessionId })\n',
      '',
      'leaves the thief signed in after a new password',
    ],
  ],
  'server/domains/sessions/end-sessions.ts': [
    [
      '    await revokeOtherFamilies(tx.db, account, kept.familyId ?? null, ctx.now)\n',
      '',
      'leaves remembered devices after signing out everywhere',
    ],
  ],
  'server/domains/sessions/hand-over.ts': [
    ["  if (!isLive) fail('ticket.session_over')\n", '', 'goes on from a session that has ended'],
    [
      "  if (!(await spendProof(ctx, 'ticket', claims.nonce))) fail('ticket.spent')\n",
      '',
      'hands a session over twice',
    ],
  ],
  'server/domains/sessions/open-at-once.ts': [
    ['and locked_at is null and password_hash = $3', 'and password_hash = $3', 'signs in to a locked account'],
    ['and (totp_confirmed_at is null or $4)', '', 'signs in past a factor that was just turned on'],
  ],
  'server/domains/sessions/open-session.ts': [
    [
      "sessionEnd(ctx.now, strength === 'remembered' ? device : null)",
      'sessionEnd(ctx.now, null)',
      'lets a remembered session outlive its device',
    ],
  ],
  'server/domains/sessions/sign-in.ts': [
    [
      '  if (device) await endDevice(ctx, { resellerId, accountId: device.accountId }, device.familyId)\n',
      '',
      'leaves a replaced credential alive',
    ],
    ["  if (login.lockedAt) fail('auth.locked')\n", '', 'opens a locked account'],
  ],
  'server/domains/sessions/spend-ticket.ts': [
    [
      'claims.audience !== audience || claims.expiresAt <= ctx.now',
      'claims.expiresAt <= ctx.now',
      'takes a ticket for another purpose',
    ],
    ['if (!session || !(await spendProof', 'if (!(await spendProof', 'takes a ticket of an ended session'],
  ],
  'server/domains/sessions/devices/load-known-device.ts': [
    [
      "shown.nextUsedAt === null || isInGrace ? 'repeat' : 'stolen'",
      "isInGrace ? 'repeat' : 'stolen'",
      'takes a lost answer for a theft',
    ],
    [
      "return shown.nextUsedAt === null || isInGrace ? 'repeat'",
      "return shown.nextUsedAt !== null || isInGrace ? 'repeat'",
      'never sees a stolen credential',
    ],
  ],
  'server/domains/sessions/devices/queries.ts': [
    [
      'and f.id = $2 and lower(a.user_name) = lower($3)',
      'and f.id = $2 and $3::text is not null',
      "takes another account's device for a known one",
    ],
  ],
  'server/domains/sessions/factors/begin-passkey.ts': [
    ['  await checkSecondFactor(ctx, owner, input.totp)\n', '', 'adds a passkey without the second factor'],
  ],
  'server/domains/sessions/factors/remove-totp.ts': [
    ['    await deleteRecoveryCodes(tx.db, owner)\n', '', 'keeps old recovery codes for the next secret'],
  ],
  'server/domains/sessions/factors/confirm-totp.ts': [
    ['input.endOthers ?? true', 'input.endOthers ?? false', 'leaves other devices signed in after turning a factor on'],
  ],
  'server/domains/sessions/factors/sign-in-with-passkey.ts': [
    ["  if (passkey.lockedAt) fail('auth.locked')\n", '', 'opens a locked account by passkey'],
  ],
  'server/domains/sessions/factors/queries.ts': [
    ['code_hash = $3 and used_at is null returning', 'code_hash = $3 returning', 'takes a recovery code twice'],
  ],
  'server/domains/sessions/factors/wrong-codes.ts': [
    ['!(await isSeen(ctx, find))', '(await isSeen(ctx, find))', 'counts known addresses as strangers'],
  ],
  'server/domains/sessions/freeze/freeze-account.ts': [
    ['    await endSessions(tx, owner)\n', '', 'leaves a locked account signed in'],
  ],
  'server/domains/sessions/freeze/pause-service.ts': [
    ['recent[limits.pausesPerWindow - 1]', 'recent[limits.pausesPerWindow]', 'allows one pause more'],
  ],
  'server/domains/sessions/freeze/queries.ts': [
    [' and not is_undone and not is_block order', ' and not is_block order', 'counts an undone pause'],
    ['where paused_at <= $1 and blocked_at is null order', 'where paused_at <= $1 order', 'ends the pause of a block'],
  ],
  'server/domains/sessions/operator/give-help.ts': [
    [
      '  await refuseAgencyOwner(tx, owner, helper)\n  await recordHelp',
      '  await recordHelp',
      "lets a reseller into an agency's owner",
    ],
  ],
  'server/domains/accounts/record-help.ts': [
    [
      'help.kind !== kind && help.actor === actor',
      'help.kind === kind && help.actor === actor',
      'lets a single member take an account over',
    ],
  ],
  'server/domains/sessions/recovery/recover-account.ts': [
    [
      "    await checkSecondFactor(ctx, owner, input.totp, { first: 'mail', familyId: asker.familyId })\n",
      '    void input.totp\n',
      'resets a password past the second factor',
    ],
    ['|| (typed !== undefined && typed.toLowerCase() !== bound)', '', 'does not look at a typed address'],
  ],
  'server/domains/sessions/recovery/bind-email.ts': [
    ['    await refuseHelpedLately(tx, owner)\n', '', 'changes the address right after staff let somebody in'],
    ['    await voidCodes(tx, account)\n', '', 'takes codes that are under way to the old address'],
  ],
  'server/domains/sign-in/judge-attempt.ts': [
    [
      'seen(counter).used + ahead(counter[1]) >= counter[0].points',
      'seen(counter).used >= counter[0].points',
      'lets a thousand tries through at once',
    ],
    [
      "error.code === 'auth.bad_credentials' || error.code === 'auth.totp_wrong'",
      "error.code === 'auth.bad_credentials'",
      'does not count wrong codes',
    ],
  ],
  'server/domains/sign-in/captcha/verify-captcha.ts': [
    [
      "(await spendProof(ctx, 'captcha', attempt.nonce)) && attempt.isRight",
      "attempt.isRight && (await spendProof(ctx, 'captcha', attempt.nonce))",
      'allows many tries at one picture',
    ],
  ],
  'server/domains/sign-in/totp.ts': [
    ['const WINDOW_STEPS = 1', 'const WINDOW_STEPS = 2', 'takes codes of two minutes'],
  ],
  'server/domains/accounts/totp.ts': [
    [
      'totp_secret = $3 and totp_step < $4 and totp_confirmed_at is not null',
      'totp_secret = $3 and totp_step <= $4 and totp_confirmed_at is not null',
      'takes a code twice',
    ],
    [
      'where reseller_id = $1 and id = $2 and totp_confirmed_at is null returning',
      'where reseller_id = $1 and id = $2 returning',
      'overwrites an active factor',
    ],
  ],
  'server/domains/staff/session-queries.ts': [
    ['and s.seen_at > $3\n              and m.removed_at is null', 'and s.seen_at > $3', 'lets a removed member go on'],
  ],
  'server/domains/staff/factors/change-own-factor.ts': [
    [
      '    await revokeStaffSessions(tx.db, staffId, sessionId, ctx.now)\n',
      '',
      "leaves a member's other sessions after a change of factor",
    ],
    ["  if (needsFactor(ctx.config, ctx.client)) fail('staff.factor_required')\n", '', 'takes the last factor away'],
  ],
  'server/domains/staff/factors/step-up.ts': [
    ['  if (hasFactor) {', '  if (hasFactor && passWord === undefined) {', 'takes the password for the factor'],
  ],
  'server/domains/staff/factors/passkeys-of-console.ts': [
    [
      "  if (asked.staffId !== null && asked.staffId !== passkey.staffId) fail('passkey.refused')\n",
      '',
      "takes another member's passkey for a step up",
    ],
  ],
  'server/domains/staff/invitations/invite-member.ts': [
    ['    refuseBeyond(by, role.permissions)\n', '', 'invites somebody who may do more than the inviter'],
  ],
  'server/domains/staff/invitations/refuse-out-of-office.ts': [
    [
      "['staff.write', ...permissionsOf(invitation)]",
      "['staff.write']",
      'takes an invitation beyond what its maker may do now',
    ],
  ],
  'server/domains/staff/invitations/join.ts': [
    [
      "right?.email.toLowerCase() === email.toLowerCase() ? right : fail('email.code_wrong')",
      "right ?? fail('email.code_wrong')",
      'proves one address by the code for another',
    ],
  ],
  'server/domains/staff/team/change-member.ts': [
    ["if (role.choice.role !== 'owner') keepAnOwner(owners, held.id)", '', 'leaves a team without an owner'],
    ['    refuseBeyond(by, permissionsOf(held))\n', '', 'takes a role from somebody above'],
  ],
  'server/domains/staff/team/save-role.ts': [
    [
      '    if (old) refuseBeyond(by, ownPermissions(team, old))\n',
      '',
      'changes a role with more permissions than the own',
    ],
  ],
  'server/domains/staff/recover/reset-password.ts': [
    [
      "  if (!member.totpConfirmedAt && member.passkeys === 0) fail('email.code_wrong')\n",
      '',
      'lets the mailbox open a member without a factor',
    ],
    ['    await revokeStaffSessions(tx.db, id, null, ctx.now)\n', '', 'leaves a thief in the console after a reset'],
  ],
  'server/domains/staff/team/set-suspended.ts': [
    [
      '      await revokeInvitationsOf(tx.db, await findMemberIds(tx.db, resellerId), ctx.now)\n',
      '',
      'lets invitations of a suspended reseller live',
    ],
  ],
}
