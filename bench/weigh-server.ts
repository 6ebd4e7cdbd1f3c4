import path from 'node:path'
import type { Static } from 'typebox'

import { api } from '../contract/api.ts'
import type { ProofServer } from '../scripts/proofs/throwaway-server.ts'
import { clock } from '../server/platform/clock.ts'
import { randomToken, sha256 } from '../server/platform/secrets/crypto.ts'
import { startServer } from '../server/test/run/server-process.ts'
import { RESELLER } from './fill-shop.ts'
import { asked } from './run/call.ts'
import { figureOf, memoryOf } from './run/figures.ts'
import { applyLoad, type Wanted } from './run/load.ts'

export const CALLS = 20_000
/** The garbage collector runs at its own pace, so one look says little. */
const LOOKS = 5
const CONNECTIONS = 16

type Weighed = { server: ProofServer; folder: string; firstId: number; users: number; lastDays: LastDays }
type LastDays = Static<typeof api.traffic.usage.input>

/** MB that a separate server process on this database holds while it answers this many users. */
export async function weighServer({ server, folder, firstId, users, lastDays }: Weighed): Promise<number> {
  const tokens = await signInMany(server, firstId, users)
  const requests = tokens.flatMap((token): Wanted[] => [
    asked(api.accounts.info, { dailiKey: RESELLER }, token),
    asked(api.lines.nodes, {}, token),
    asked(api.traffic.usage, lastDays, token),
    asked(api.traffic.own, { range: 'month' }, token),
  ])
  const process = await startServer({
    dataDir: path.join(folder, 'weighed'),
    env: {
      DATABASE_URL: server.config.databaseUrl!,
      SECRET_KEY: server.config.secretKey.toString(),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    },
  })
  try {
    const samples: number[] = []
    for (let done = 0; done < CALLS; done += CALLS / LOOKS) {
      const some = Array.from({ length: CALLS / LOOKS }, (_, at) => requests[(done + at) % requests.length]!)
      await applyLoad(process.url, { connections: CONNECTIONS, requests: some })
      samples.push(memoryOf(process.pid))
    }
    console.log(`Memory after each ${CALLS / LOOKS} calls: ${samples.map(Math.round).join(', ')} MB`)
    return figureOf(samples).median
  } finally {
    await process.stop()
  }
}

/** Signs in this many users of the crowd. Returns their tokens. */
async function signInMany({ db }: ProofServer, firstId: number, users: number): Promise<string[]> {
  const tokens = Array.from({ length: users }, () => randomToken())
  const now = clock.now()
  await db.pool.query(
    `insert into sessions (reseller_id, account_id, token_hash, strength, user_agent, address, created_at, seen_at, rotated_at, expires_at)
      select $1, $2::bigint + t.at - 1, t.hash, 'password', 'bench', '127.0.0.1', $3::timestamptz, $3, $3, $3::timestamptz + interval '1 day'
      from unnest($4::bytea[]) with ordinality t (hash, at)`,
    [RESELLER, firstId, now, tokens.map((token) => sha256(token))],
  )
  return tokens
}
