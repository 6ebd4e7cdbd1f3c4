import { BackupError } from './backup-error.ts'
import { blockType, type Contents } from './head.ts'
import { readOpenHead, walkBackup } from './read-file.ts'
import { newSealing, PASSPHRASE_MIN } from './sealing.ts'
import { startBlocks, writeFileWhole } from './write-file.ts'

type SealOptions = {
  from: string
  to: string
  passphrase: string
  /** Opens the source file if it is sealed. */
  fromPassphrase: string | null
}

/** Copies a backup and seals it with another passphrase. Checks every checksum of the file on the way. */
export async function sealCopy({ from, to, passphrase, fromPassphrase }: SealOptions): Promise<void> {
  if (passphrase.length < PASSPHRASE_MIN) {
    throw new BackupError(`A passphrase has at least ${PASSPHRASE_MIN} characters.`)
  }
  const head = { ...(await readOpenHead(from)), sealing: newSealing() }
  await writeFileWhole(to, async (handle) => {
    const blocks = await startBlocks(handle, head, passphrase)
    await walkBackup(from, {
      passphrase: fromPassphrase,
      onContents: (contents: Contents) => blocks.writeJson(blockType.contents, contents),
      onPart: async (part, chunks) => void (await blocks.writePart(part, chunks)),
    })
    return blocks.end()
  })
}
