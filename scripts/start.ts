import { buildWeb } from './build-web.ts'

/** `npm start`: the portal is built when its sources changed, then the server starts in this process. */
await buildWeb({ log: (line) => console.log(line) })
await import('../server/main.ts')
