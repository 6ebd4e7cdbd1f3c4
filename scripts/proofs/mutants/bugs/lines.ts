import type { Bugs } from '../mutant.ts'

/** Who may use which node, and what stands in a feed. */
export const linesBugs: Bugs = {
  'server/domains/lines/judge-lines.ts': [
    ['placed > service.lineLimit', 'placed >= service.lineLimit', 'gives one line less than the package has'],
  ],
  'server/domains/lines/align-lines.ts': [
    [
      'return isLive(from) || isLive(state) || isOnLifeline === true',
      'return isLive(state) || isOnLifeline === true',
      'tells no node that a line has ended',
    ],
  ],
  'server/domains/lines/align-queries.ts': [
    [
      "sealed_credential = case when c.state = 'removed' then '' else l.sealed_credential end",
      'sealed_credential = l.sealed_credential',
      "keeps a removed line's secret",
    ],
  ],
  'server/domains/lines/change-line.ts': [
    [
      'id === lineId.toLowerCase() && leavesAt === null',
      'id === lineId.toLowerCase()',
      'lets a user change a line that was moved away',
    ],
  ],
  'server/domains/lines/place-line.ts': [
    [
      'place.lineCount - freed >= place.capacity',
      'place.lineCount - freed > place.capacity',
      'places one line too many on a node',
    ],
  ],
  'server/domains/lines/queries.ts': [
    [
      "l.state <> 'removed' and l.leaves_at is null\n        and ($5",
      "l.state <> 'removed'\n        and ($5",
      'lists a line that was moved away',
    ],
  ],
  'server/domains/feeds/reset-feed.ts': [
    ['  await revokeAllDevices(tx.db, owner, tx.now)\n', '', 'leaves the addresses of devices open after a reset'],
  ],
  'server/domains/lines/uninstall-due-lines.ts': [
    [
      'ago(limits.lineKeepMs), ago(limits.lineTellMs)',
      'ago(limits.lineKeepMs), ctx.now',
      'removes lines right after the warning',
    ],
  ],
  'server/domains/lines/due-queries.ts': [
    ["s.expires_at <= $2 and s.period is distinct from 'once'", 's.expires_at <= $2', 'ends a package that has no end'],
  ],
  'server/domains/lines/node-state.ts': [
    [
      '(node.lookFailures ?? 0) >= limits.nodeLookFailures',
      '(node.lookFailures ?? 0) >= 1',
      'calls a node down after one failed look',
    ],
  ],
  'server/domains/lines/moves/run-move.ts': [
    [
      "if (!leaving || leaving.leavesAt !== null) return 'line.gone'",
      "if (!leaving) return 'line.gone'",
      'moves a line that its user moved',
    ],
  ],
  'server/domains/lines/moves/queries.ts': [
    [
      'and ($3::integer is null or l.reseller_id = $3)',
      'and ($3::integer is null or true)',
      "moves another reseller's lines",
    ],
  ],
  'server/domains/lines/node-calls/find-desired-users.ts': [
    ['  if (node.removedAt) return []\n', '', 'serves the users of a removed node'],
  ],
  'server/domains/lines/node-calls/pull-users.ts': [
    [' || since > node.revision || ', ' || ', 'sends nothing to a node that is ahead after a restored backup'],
  ],
  'server/domains/lines/node-calls/queries.ts': [
    [
      "state in ('installing', 'moving') and revision <= $2",
      "state in ('installing', 'moving')",
      'activates a line that its node has not applied',
    ],
  ],
  'server/domains/lines/node-calls/report-state.ts': [
    [
      'const appliedRevision = isKnown ? report.appliedRevision : 0',
      'const { appliedRevision } = report',
      'believes a revision from before a restored backup',
    ],
  ],
  'server/domains/lines/node-calls/address-queries.ts': [
    ['where p.place > g.device_limit', 'where p.place >= g.device_limit', 'keeps out a device that the plan allows'],
  ],
  'server/domains/lines/node-calls/note-addresses.ts': [
    ['?.[1] ?? address', '?.[0] ?? address', 'counts one device twice, once as IPv6'],
  ],
  'server/domains/feeds/devices/admit-device.ts': [
    ['>= deviceLimit) return false', '> deviceLimit) return false', 'admits one device too many'],
  ],
  'server/domains/feeds/devices/feed-devices.ts': [
    ['devices >= deviceLimit) fail', 'devices > deviceLimit) fail', 'makes one address too many for devices'],
  ],
  'server/domains/feeds/devices/once-route.ts': [
    ["if (code.resellerId !== pageReseller) return 'brand'\n", '', "spends a code on another reseller's page"],
  ],
  'server/domains/feeds/devices/queries.ts': [
    [
      'and used_at is null and revoked_at is null and expires_at > $4',
      'and revoked_at is null and expires_at > $4',
      'spends a code twice',
    ],
  ],
  'server/domains/lines/lifeline/conditions.ts': [
    ['and a.blocked_at is null and', 'and', 'gives a blocked user a lifeline'],
  ],
  'server/domains/lines/lifeline/lifelines.ts': [
    ["reason === 'quota' && isLive(from)", "reason === 'quota'", 'begins a lifeline again after a pause'],
  ],
  'server/domains/feeds/queries.ts': [
    ['and l.leaves_at is null and n.removed_at is null', 'and n.removed_at is null', 'keeps a moved line in the feed'],
  ],
  'server/domains/feeds/load-view.ts': [["  if (account.lockedAt) return 'locked'\n", '', 'feeds a locked account']],
  'server/domains/feeds/feed-route.ts': [
    [
      'if (isTaking && isAdmitted !== false) await note',
      'if (isAdmitted !== false) await note',
      'notes a fetch that took nothing',
    ],
  ],
  'server/domains/feeds/kept-feeds.ts': [
    ['tellsUsage ? [usedBytes, usedUpBytes, totalBytes, expiresAt] : null', 'null', 'tells old usage from memory'],
  ],
  'server/domains/feeds/headers.ts': [
    ['download=${usedBytes - usedUpBytes}', 'download=${usedBytes}', 'adds the uploaded bytes twice'],
  ],
  'server/domains/feeds/old-tokens.ts': [
    [
      'l.account_id = t.account_id and l.generation > $4)',
      'l.account_id = t.account_id and l.generation > $4 + 1000)',
      'brings back an address that was reset',
    ],
  ],
  'server/domains/lines/connection/client-place.ts': [
    ['port: relayPort ?? (port', 'port: (port', "sends clients past the relay's port"],
    ['pick(line.address, addresses)', 'pick(line.address, undefined)', 'gives everybody the first address'],
  ],
  'server/domains/feeds/read-address.ts': [
    ['flag.slice(0, MAX_FLAG)', 'flag.slice(1, MAX_FLAG)', 'cuts the first letter of a flag'],
  ],
}
