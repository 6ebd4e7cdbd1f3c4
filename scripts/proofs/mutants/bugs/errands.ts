import type { Bugs } from '../mutant.ts'

/** What is said to people and programs, and the work behind. */
export const errandsBugs: Bugs = {
  'server/domains/notices/notice-conditions.ts': [
    [
      'n.withdrawn_at is null and not n.is_held and',
      'n.withdrawn_at is null and',
      'shows a notice that waits',
      { tests: ['server/domains/console/notices/notices.test.ts'] },
    ],
  ],
  'server/domains/notices/operator.ts': [
    [
      "if (asking !== null && resellerId !== asking) fail('object.unknown')\n",
      '',
      "withdraws another reseller's notice",
      { tests: ['server/domains/console/notices/notices.test.ts'] },
    ],
  ],
  'server/domains/notices/waiting-notices.ts': [
    ['and is_held and withdrawn_at is null for update', 'and withdrawn_at is null for update', 'sends a notice twice'],
  ],
  'server/domains/notices/reminders/remind.ts': [
    ['  if (isMuted) return\n', '', 'mails what a user has switched off'],
    ['hour >= DAY_STARTS && hour < DAY_ENDS', 'hour >= DAY_STARTS && hour <= DAY_ENDS', 'reminds in the evening'],
  ],
  'server/domains/notices/reminders/queries.ts': [
    [
      'a.paused_at is null and a.deleted_at is null and a.blocked_reason is null and',
      'a.deleted_at is null and a.blocked_reason is null and',
      'reminds of a paused package',
    ],
  ],
  'server/domains/notices/reminders/remind-all.ts': [
    ['if (found.length < REMINDED_AT_ONCE || fresh.length === 0) return', 'return', 'reminds only the first page'],
  ],
  'server/domains/notices/own-notices.ts': [
    [
      'before === null ? await findPinnedNotices(ctx.db, owner, ctx.now) : []',
      'await findPinnedNotices(ctx.db, owner, ctx.now)',
      'repeats pinned notices on each page',
    ],
  ],
  'server/domains/telegram/binding-queries.ts': [
    [
      'where code_hash = $1 and bot_id = $2',
      'where code_hash = $1 and $2::text is not null',
      "takes another bot's code",
    ],
  ],
  'server/domains/telegram/handle-update.ts': [
    ['taken && taken.expiresAt > tx.now ? ', 'taken ? ', 'binds with an old link'],
  ],
  'server/domains/telegram/bindings.ts': [
    ['    await deleteCodes(db, person)\n    await insertCode', '    await insertCode', 'leaves older links open'],
  ],
  'server/domains/telegram/tell-staff.ts': [
    ['|| !permissions.has(telegramStaffKinds[kind])', '', 'tells a member what it may not know'],
  ],
  'server/domains/telegram/tell-node.ts': [
    ["if (change === 'up' && !told.has(bindingId)) continue\n", '', 'tells of the end who heard of no beginning'],
  ],
  'server/domains/telegram/send-messages.ts': [
    [
      '    await pauseBot(db, bot.id, notBefore)\n    await putBack(db, { id: message.id, notBefore, problem, countsTry: false, isDoubtful: false })\n    return null',
      '    await putBack(db, { id: message.id, notBefore, problem, countsTry: false, isDoubtful: false })\n    return null',
      'goes on when Telegram asks to wait',
    ],
  ],
  'server/domains/telegram/queue-message.ts': [
    ['isSilent: !isDaytime(ctx)', 'isSilent: isDaytime(ctx)', 'wakes people at night'],
  ],
  'server/domains/telegram/webhook-route.ts': [
    ['isKnown && BOT.test(botId) ? await', 'BOT.test(botId) ? await', 'takes updates from anybody'],
  ],
  'server/domains/webhooks/retry-times.ts': [['WAITS_S[tries - 1]', 'WAITS_S[tries]', 'skips the first wait']],
  'server/domains/webhooks/send-deliveries.ts': [
    ['status >= 200 && status < 300', 'status >= 200 && status < 400', 'takes a redirect for a delivery'],
  ],
  'server/platform/outbox/queries.ts': [
    [
      "p.state in ('waiting', 'sending')",
      "p.state in ('sending')",
      "overtakes an object's earlier event",
      { tests: ['server/domains/webhooks/sending.test.ts'] },
    ],
  ],
  'server/domains/webhooks/hook-secret.ts': [
    ['oldUntil !== null && oldUntil > now', 'oldUntil !== null', 'signs with a replaced secret for ever'],
  ],
  'server/domains/webhooks/own-hooks.ts': [
    [
      'else await giveUpWaiting(tx.db, webhookId, ctx.now)',
      "else await closeAlert(tx.db, { kind: 'webhook.off', subject: webhookId }, ctx.now)",
      'sends what waited for a webhook that was off',
    ],
  ],
  'server/domains/webhooks/tell-hooks.ts': [
    ['(w.owner_key = -1 and t.is_for_platform)', 'w.owner_key = -1', 'tells the platform twice'],
  ],
  'server/domains/webhooks/sign-hook.ts': [['`${id}.${time}.${body}`', '`${id}.${body}`', 'signs no time']],
  'server/domains/mail/code-queries.ts': [
    [
      'used_at is null and expires_at > $6 and guesses_left > 0',
      'used_at is null and guesses_left > 0',
      'takes a late code',
    ],
  ],
  'server/domains/mail/mail-as-notice.ts': [
    [
      'writeMail({ ...mail, escape: escapeMarkdown })',
      'writeMail(mail)',
      'reads the words of people as markup',
      { tests: ['server/domains/notices/reminders/reminders.test.ts'] },
    ],
  ],
  'server/domains/mail/send-mail.ts': [['if (!mail || mail.sentAt) return', 'if (!mail) return', 'sends a mail twice']],
  'server/domains/mail/send-again.ts': [
    [
      "    if (isSecretMail(mail.template)) fail('mail.over')\n",
      '',
      'sends a code again',
      { tests: ['server/domains/console/machine/machine.test.ts'] },
    ],
  ],
  'server/domains/mail/pace-staff-mail.ts': [
    [
      '[RECIPIENT, `${resellerId} ${address}`]',
      '[RECIPIENT, `${resellerId} ${to}`]',
      'counts spellings of a mailbox apart',
    ],
  ],
  'server/domains/mail/render-mail.ts': [[".replaceAll('.', '.\\u2060')", '', 'makes links of names']],
  'server/platform/jobs/retention.ts': [
    ['if (rows.length < RETENTION_BATCH) return total', 'return total', 'removes only the first batch'],
  ],
  'server/platform/jobs/jobs.ts': [['and j.locked_at = lost.locked_at', '', 'takes a job from its new runner']],
  'server/domains/alerts/alerts.ts': [['if (row?.isNew) await', 'if (row) await', 'mails an alert again and again']],
  'server/domains/monitor/switch-maintenance.ts': [
    [
      "if (resellerId !== null && node.resellerId !== resellerId) fail('object.unknown')\n",
      '',
      "switches another reseller's node",
      { tests: ['server/domains/monitor/watch/alerts.test.ts'] },
    ],
  ],
}
