import { answerHealth } from './claim-port.ts'

// The first of the workers, without the application: it holds the port until the others have loaded.
const [host, port] = process.argv.slice(2) as [string, string]
const { server, say } = answerHealth()
process.on('message', (trouble) => say(String(trouble)))
server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  process.send!({ code, message }, () => process.exit(1))
})
server.listen({ host, port: Number(port) })
