import type { Bugs } from '../mutant.ts'

/** Who may do what, and what is asked for first. */
export const accessBugs: Bugs = {
  'server/platform/http/staff-guard.ts': [
    [
      "if (route.permission !== 'own' && !actor.permissions.has(route.permission)) fail('staff.forbidden')\n  request.staff = { actor, resellerId: placeOf(route, staff",
      'request.staff = { actor, resellerId: placeOf(route, staff',
      'lets every member make every call',
    ],
    [
      "if (route.permission === 'own' || route.byKey === 'never') fail",
      "if (route.permission === 'own') fail",
      'lets keys make what no key ever does',
    ],
    [
      "  if (route.stepUp && route.byKey !== 'spends') fail('staff.step_up')\n",
      '',
      'lets keys make what asks members for the factor',
    ],
  ],
  'server/platform/http/staff-lists.ts': [
    ['`${route.path} ${resellerId} ${sort}`', '`${route.path} ${sort}`', "takes another reseller's cursor"],
  ],
  'server/platform/http/bind.ts': [
    ["  if (access !== 'anyone') fail('auth.required')\n", '', "serves a token under another reseller's key"],
  ],
  'server/platform/http/idempotency.ts': [
    [
      "`${resellerId ?? ''}:${actor.kind === 'user' ? actor.accountId : ''}`",
      "`${resellerId ?? ''}:`",
      "takes another user's call for a repeat",
    ],
  ],
  'server/platform/http/xsrf.ts': [
    ["return cookie !== '' && header", 'return header', 'takes an empty cookie for an echo'],
  ],
  'server/domains/api-keys/authenticate-key.ts': [
    ['granted.has(name) && makers.has(name)', 'granted.has(name)', 'lets a key outlive the permissions of its maker'],
  ],
  'server/domains/api-keys/queries.ts': [
    ['else 0 end + $4::bigint <= k.daily_fen', 'else 0 end <= k.daily_fen', 'lets a key pass its daily limit'],
  ],
  'contract/permissions.ts': [
    [
      "'users.private': ['OMS', 'OMS']",
      "'users.private': ['OMSV', 'OMS']",
      'shows viewers whole addresses',
      { tests: ['server/checks/permission-matrix.test.ts'] },
    ],
  ],
  'contract/console/money.ts': [
    [
      "    stepUp: true,\n    summary: 'Where payouts go.",
      "    summary: 'Where payouts go.",
      'changes where payouts go without the factor',
    ],
  ],
  'contract/console/payouts.ts': [
    [
      "    stepUp: true,\n    summary: 'Say that it was paid",
      "    summary: 'Say that it was paid",
      'pays out without the factor',
    ],
  ],
  'contract/console/refunds.ts': [
    [
      "pay-out-unclaimed', {\n    ...adjust,\n    stepUp: true,",
      "pay-out-unclaimed', {\n    ...adjust,",
      'gives unclaimed money away without the factor',
    ],
  ],
  'contract/console/user.ts': [
    [
      "    permission: 'users.factor',\n    stepUp: true,",
      "    permission: 'users.factor',",
      "takes a user's factor away without the member's own",
    ],
    [
      "    permission: 'users.write',\n    stepUp: true,",
      "    permission: 'users.write',",
      "ends a user's sessions without the factor",
    ],
  ],
  'contract/console/merchants.ts': [
    [
      "permission: 'merchants.write', stepUp: true }",
      "permission: 'merchants.write' }",
      'changes who takes the money without the factor',
    ],
  ],
  'contract/console/team.ts': [
    ["permission: 'staff.write', stepUp: true }", "permission: 'staff.write' }", 'changes the team without the factor'],
  ],
  'contract/console/keys.ts': [['...team, stepUp: true }', '...team }', 'makes keys without the factor']],
  'contract/console/cards.ts': [
    [
      '    stepUp: true,\n    whenSuspended: true,',
      "    stepUp: true,\n    byKey: 'spends',\n    whenSuspended: true,",
      'shows paid card keys to every key that may buy some',
    ],
  ],
  'contract/console/nodes.ts': [
    [
      "uniproxy-token', {\n    ...writes,\n    stepUp: true,",
      "uniproxy-token', {\n    ...writes,",
      "shows a node's new token without the factor",
    ],
  ],
  'contract/console/staff-limits.ts': [
    ['proofMs: 10 * 60_000', 'proofMs: 30 * 60_000', 'takes a proof of half an hour ago'],
    ['spendUnprovedFen: 5000', 'spendUnprovedFen: 50_000', 'lets a stolen session spend 500 yuan a day'],
  ],
  'server/domains/console/user/give-at-price.ts': [
    [
      'proveSpending(tx, paidBy, given',
      "proveSpending(tx, 'reseller', given",
      'lets the platform be given away unproved',
    ],
  ],
  'server/domains/bulk/start-bulk.ts': [
    ["  if (work.kind === 'block') await proveAfresh(tx)\n", '', 'blocks everybody without the factor'],
  ],
  'server/domains/bulk/queries.ts': [
    [
      '`${SHOWN} where r.reseller_id = $1 and r.id = $2`',
      '`${SHOWN} where $1::integer is not null and r.id = $2`',
      "shows another reseller's bulk work",
    ],
  ],
  'server/domains/webhooks/log-queries.ts': [
    [
      "'d.reseller_id is not distinct from $1::integer'",
      "'coalesce($1::integer, 0) >= 0'",
      "shows and repeats every team's deliveries",
    ],
  ],
}
