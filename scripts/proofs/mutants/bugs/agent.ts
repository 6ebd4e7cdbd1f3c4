import type { Bugs } from '../mutant.ts'

/** What nodes count and enforce, and how it is booked. */
export const agentBugs: Bugs = {
  'server/domains/traffic/count-traffic.ts': [
    ['    for (const owner of crossed) await renewLater(tx, owner)\n', '', 'renews nobody who has used everything up'],
  ],
  'server/domains/traffic/count-good.ts': [['if (duplicate) return\n', '', 'tells of a repeated push again']],
  'server/domains/traffic/gather-batches.ts': [
    ['minuteOf(one) !== minuteOf(first!) || one', 'one', 'counts batches of two minutes at one time'],
  ],
  'server/domains/traffic/begin-waiting.ts': [
    ['and c.seen_at > w.since', 'and c.seen_at >= s.created_at', 'begins a package by an old connection'],
  ],
  'server/domains/traffic/share-out.ts': [
    ['Math.floor(bytesLeft / nodes)', 'bytesLeft', 'gives each node the whole rest'],
  ],
  'server/domains/traffic/get-usage.ts': [
    ['to - from >= DAYS_MAX[input.by]', 'to - from > DAYS_MAX[input.by]', 'lists a day more than is allowed'],
  ],
  'server/domains/traffic/ranking/get-rank.ts': [
    ['Math.max(above, top.length) + 1', 'above + 1', 'names a place that the list gives to another'],
  ],
  'server/domains/traffic/ranking/queries.ts': [
    ['id = any ($2) and deleted_at is null', 'id = any ($2)', 'lists deleted users'],
  ],
  'server/domains/traffic/range.ts': [
    ["range === 'today' ? 1 : 7", "range === 'today' ? 1 : 8", 'counts a week of eight days'],
  ],
  'server/domains/traffic/usage-queries.ts': [
    ['h.hour < ($4::date + 1)::timestamp', 'h.hour <= ($4::date + 1)::timestamp', 'takes an hour of the next day'],
  ],
  'server/domains/uniproxy/authenticate.ts': [
    [
      'if (node && suits(node.protocol, type)) return node',
      'if (node && node.protocol) return node',
      'configures an agent of another protocol',
    ],
  ],
  'server/domains/uniproxy/push-traffic.ts': [
    ['Math.floor((intervalS * 3) / 4)', 'intervalS * 4', 'takes the next push for a repeat'],
  ],
  'server/domains/uniproxy/find-users.ts': [
    ['device_limit: user.deviceLimit', 'device_limit: 0', 'tells agents of no device limit'],
  ],
  'server/domains/uniproxy/queries.ts': [
    ['count(distinct a.address)', 'count(a.address)', 'counts a device once for each node'],
  ],
  'server/domains/uniproxy/note-alive.ts': [
    ["const [host = ''] = text.split('_')", 'const host = text', 'reads no address with a node'],
  ],
  'server/domains/uniproxy/answer-memory.ts': [
    ['now.getTime() - known.confirmedAt > OUTAGE_MAX_MS ? null : (', '(', 'answers from memory for ever'],
  ],
  'server/domains/uniproxy/kept-pushes.ts': [
    [
      'await withPatience(null, () => book(push!))',
      'void withPatience(null, () => book(push!))',
      'forgets a kept push before it is booked',
    ],
  ],
  'server/domains/uniproxy/uniproxy-routes.ts': [
    ['deps.memory.knows(shown) && deps.kept', 'deps.kept', "keeps a stranger's push"],
  ],
  'agent/enforce.ts': [
    [
      'at.portalNowMs >= Date.parse(user.notAfter)',
      'at.portalNowMs > Date.parse(user.notAfter)',
      'serves at the moment of the end',
    ],
  ],
  'agent/quota-ends.ts': [
    ['[...ends.values()].filter((ms) => ms > 0)', '[...ends.values()]', 'looks without a pause at whoever is cut'],
  ],
  'agent/roster.ts': [
    ['for (const number of missing) users.delete(number)\n', '\n', 'keeps users that the portal no longer names'],
  ],
  'agent/follow-roster.ts': [['needsAll ||= isAll\n', '', 'forgets to ask for everybody after a failure']],
  'agent/applied-users.ts': [
    ['a?.generation === b.generation && a', 'a?.number === b.number && a', 'lets an old key in after a change'],
  ],
  'agent/kept-out.ts': [
    [
      'nowMs() >= untilMs || users.get(number)?.deviceLimit !== deviceLimit',
      'nowMs() >= untilMs',
      'keeps a device out after the limit was raised',
    ],
  ],
  'agent/fit-addresses.ts': [
    ['if (bytesLeft >= 0) addresses.push(address)', 'addresses.push(address)', 'sends a report that is too long'],
  ],
  'agent/push.ts': [['if (!save(tally, health)) return false\n    try', 'try', 'sends what is not on the disk']],
  'agent/count/counts.ts': [
    [
      '[Math.max(0, up - baseUp), Math.max(0, down - baseDown)]',
      '[up - baseUp, down - baseDown]',
      'counts backwards with the engine',
    ],
  ],
  'agent/count/tally.ts': [['lastSeq > 0 ? baseOf(first) : {}', '{}', 'counts again what the portal has']],
  'agent/update/launch.ts': [
    [
      'if (code !== UPDATE_READY && !readVersions(dir).isOnTrial) return code ?? 1\n',
      '',
      'starts a release again that ended by itself',
    ],
  ],
  'agent/update/release.ts': [
    [
      "if (createHash('sha256').update(file).digest('hex') !== sha256) return 'the file is not the signed one'\n",
      '',
      'runs a file that nobody signed',
    ],
  ],
  'agent/update/updater.ts': [
    ['if (!isNewer(number, AGENT_NUMBER)) return `it is older than ${AGENT_NUMBER}`\n', '', 'takes an older release'],
  ],
}
