// `npm run build:agent`: the agent as one file, for machines that have only Node.
import { loadSync } from '@grpc/proto-loader'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

import { AGENT_NUMBER } from '../agent/version.ts'
import { root } from './step.ts'

const agentRoot = path.join(root, 'agent')
const drivers = path.join(agentRoot, 'drivers')

/** Returns the path of the built file. */
export async function buildAgent(outDir = path.join(root, 'dist', 'agent')): Promise<string> {
  const name = `yuxian-agent-${AGENT_NUMBER}.mjs`
  const protos = readdirSync(drivers).filter((file) => file.endsWith('.proto'))
  await build({
    configFile: false,
    root: agentRoot,
    logLevel: 'warn',
    define: {
      INLINED_MESSAGES: JSON.stringify(Object.fromEntries(protos.map((file) => [file, describe(file)]))),
      INLINED_UNIT: JSON.stringify(readFileSync(path.join(root, 'deploy', 'yuxian-agent.service'), 'utf8')),
    },
    ssr: { noExternal: true },
    build: {
      // The oldest Node that the agent runs on.
      target: 'node20.19',
      ssr: path.join(agentRoot, 'main.ts'),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: name, codeSplitting: false } },
    },
  })
  return path.join(outDir, name)
}

/** A set of file descriptors (field 1, repeated), which the agent reads without the text of the .proto file. */
function describe(file: string): string {
  const [first] = Object.values(loadSync(path.join(drivers, file)))
  const files = (first as unknown as { fileDescriptorProtos: Buffer[] }).fileDescriptorProtos
  return Buffer.concat(files.flatMap((one) => [Buffer.from([0x0a]), varint(one.length), one])).toString('base64')
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return Buffer.from([...bytes, left])
    bytes.push((left & 0x7f) | 0x80)
  }
}

if (import.meta.main) console.log(path.relative(process.cwd(), await buildAgent()))
