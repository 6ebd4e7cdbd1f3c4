import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import * as bulk from './bulk.ts'
import * as failover from './failover.ts'
import * as gateway from './gateway-faults.ts'
import * as kills from './kills.ts'
import * as leaks from './leaks.ts'
import * as moveLines from './move-lines.ts'
import * as notifies from './notifies.ts'
import * as telegram from './telegram.ts'
import * as upgrade from './upgrade.ts'
import * as webhooks from './webhooks.ts'

type Slice<Size, Figures> = {
  size: Size
  run: (databaseUrl: string, size: Size) => Promise<Figures>
  findProblems: (figures: Figures, size: Size) => string[]
  mode?: 'production'
}

const slice =
  <Size, Figures>({ size, run, findProblems, mode }: Slice<Size, Figures>) =>
  async () => {
    const { url } = await createTestDatabase(mode ? { mode } : {})
    expect(findProblems(await run(url, size), size)).toEqual([])
  }

test.each(
  Object.entries({
    'after the server is killed in the middle of a bulk, every user gets it once, at the previewed cost': slice({
      ...bulk,
      run: bulk.killBulk,
      size: { people: 200, kills: 1 },
    }),
    'after one of two processes is killed under load, streams go on at the other and no acknowledged payment is lost':
      slice({ ...failover, run: failover.killOneOfTwo, size: { payments: 24, streams: 10, atOnce: 8 } }),
    'whatever a gateway does at the opening or at the question, each order ends right': slice({
      ...gateway,
      run: gateway.tryFaults,
      size: { perKind: 2, atOnce: 8 },
    }),
    'no secret is in the dump, the logs, mails, answers, storage, addresses or bundles': slice({
      ...leaks,
      run: leaks.lookForSecrets,
      size: null,
    }),
    'after two kills in the middle of settling, nothing acknowledged is lost and nothing counts twice': slice({
      ...kills,
      run: kills.killInTheMiddle,
      size: { rounds: 2, perRound: 16, errands: 2, atOnce: 8 },
    }),
    'after a kill in the middle of a move, every line exists once, feeds are right and owners got one mail': slice({
      ...moveLines,
      run: moveLines.killMove,
      size: { lines: 50 },
    }),
    'of sixty payments, 270 notifies and 60 forgeries at each provider, every payment is credited once and no forgery ever':
      slice({
        ...notifies,
        run: notifies.floodNotifies,
        size: { orders: 60, notifies: 270, unpaid: 10, forged: 60, atOnce: 16 },
      }),
    'with faults and a kill, every Telegram message is said once or named as given up': slice({
      ...telegram,
      run: telegram.floodTelegram,
      size: { messages: 120 },
    }),
    'two processes are replaced one by one by a release that migrates, while a backup reads: no call fails': slice({
      ...upgrade,
      run: upgrade.replaceOneByOne,
      size: { buyers: 4, callsAfter: 80 },
      mode: 'production',
    }),
    'with faults and a kill, every event arrives at its webhook under one id, in order, genuine and logged': slice({
      ...webhooks,
      run: webhooks.floodHook,
      size: { events: 120, objects: 60 },
    }),
  }),
)('%s', async (_shows, run) => run())
