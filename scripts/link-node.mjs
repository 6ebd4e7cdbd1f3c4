// Runs after npm's own installation, on any Node version: use plain JavaScript only. npm before 11 removes the link to
// the Node it just installed, together with the links of the platforms it left out.
import { existsSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const modules = path.join(process.cwd(), 'node_modules')
const name = path.join(`node-${process.platform}-${process.arch}`, 'bin', 'node')
const link = path.join(modules, '.bin', 'node')
if (process.platform !== 'win32' && existsSync(path.join(modules, name)) && !existsSync(link)) {
  symlinkSync(path.join('..', name), link)
}
