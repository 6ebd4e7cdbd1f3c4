import { api } from '../../../contract/api.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createDb } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'

type Burst = { env: Record<string, string>; userName: string; count: number; network: string }

/** A separate server process that gets many sign-ins with wrong passwords at once; reports its answers. */
process.once('message', async ({ env, userName, count, network }: Burst) => {
  const config = readConfig(env)
  const db = createDb({ url: config.databaseUrl!, poolSize: 6, applicationName: 'yuxian-test' })
  const app = await buildApp({ config, db, log: createLog('silent') })
  await app.ready()
  process.send!('ready')
  process.once('message', async () => {
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const payload = { userName, passWord: 'not the password', dailiKey: 0 }
        const remoteAddress = `${network}.${index}`
        const response = await app.inject({ method: 'POST', url: api.sessions.login.path, payload, remoteAddress })
        return response.json<{ code: string }>().code
      }),
    )
    await app.close()
    await db.close()
    process.send!(answers, () => process.disconnect())
  })
})
