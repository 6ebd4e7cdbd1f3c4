import { SYSTEMS } from '../../contract/systems.ts'
import { fetchFile } from '../domains/clients/fetch-file.ts'
import { command, UsageError } from './command.ts'

export const clientCommands = [
  command({
    name: 'clients fetch',
    summary: 'Fetch a release of a client and serve it from here, so that users need no outside page',
    options: {
      client: { kind: 'text', help: 'its name in the catalogue, such as clash-meta', isRequired: true },
      system: { kind: 'text', help: `for whom: ${SYSTEMS.join(', ')}`, isRequired: true },
      url: { kind: 'text', help: 'https address of the file that you chose', isRequired: true },
      checksum: { kind: 'text', help: 'the SHA-256 that its maker publishes; another file is thrown away' },
    },
    optionOf: { sha256: 'checksum' },
    async run(ctx, { client, system: named, url, checksum }) {
      const system = SYSTEMS.find((one) => one === named)
      if (!system) throw new UsageError(`--system: one of ${SYSTEMS.join(', ')}`)
      const file = await fetchFile(ctx, { clientId: client, system, url, sha256: checksum }, ctx.actor)
      const lines = [
        `${client} for ${system} is served from here: ${file.path}`,
        `${file.name}, ${file.sizeBytes} bytes`,
        `SHA-256 ${file.sha256}`,
        ...(checksum === null ? ['Compare it with the one that its maker publishes.'] : []),
      ]
      return { lines, data: { file } }
    },
  }),
]
