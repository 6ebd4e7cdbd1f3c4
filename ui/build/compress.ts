import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Compresses once at build instead of at every request: the server sends `x.js.br` or `x.js.gz` unchanged. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:js|css|svg)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file)
      await writeFile(`${file}.gz`, await gzipAsync(text, { level: 9 }))
      await writeFile(`${file}.br`, await brotliAsync(text))
    }),
  )
}
